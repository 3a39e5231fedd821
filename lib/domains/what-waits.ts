import type { Queryable } from "@/lib/db/client";
import {
  type AccountDomain,
  type KnownRow,
  knownStatement,
  waitingHostsStatement,
} from "@/lib/domains/decide.sql";
import { lockDecisions } from "@/lib/domains/decision-lock";
import { GatewayError } from "@/lib/errors";

/** The rows that a decision needs. */
export type Waiting = KnownRow & {
  /** The hosts under the domain that messages are held for and that have no approval. */
  hosts: string[];
};

/**
 * Reads the requests and held hosts that wait for a decision on a domain of an account. A concurrent decision on the
 * account waits until this transaction ends, and then sees its result. It may then have nothing to decide.
 * @throws GatewayError `not_found` if the account does not exist.
 */
export async function whatWaits(tx: Queryable, decided: AccountDomain): Promise<Waiting> {
  const account = await tx.prisma.account.findUnique({
    where: { id: decided.accountId },
    select: { id: true },
  });
  if (!account) throw new GatewayError("not_found", "There is no such account.");
  await lockDecisions(tx, decided.accountId);
  const [known] = await tx.query<KnownRow>(knownStatement(decided));
  const rows = await tx.query<{ host: string }>(waitingHostsStatement(decided));
  if (!known) throw new Error("The statement returned no row.");
  return { ...known, hosts: rows.map(({ host }) => host) };
}
