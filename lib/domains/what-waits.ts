import type { Queryable } from "@/lib/db/client";
import { type Decided, type KnownRow, knownStatement, waitingHostsStatement } from "@/lib/domains/decide.sql";
import { lockDecisions } from "@/lib/domains/decision-lock";
import { GatewayError } from "@/lib/errors";

/** What there is to decide. */
export type Waiting = KnownRow & {
  /** The hosts under the domain that messages are held for and nobody has approved. */
  hosts: string[];
};

/**
 * What waits for a decision on a domain of an account. Another decision on the account waits until this
 * transaction ends, and then sees its result. Of two decisions the second finds nothing to decide on.
 * @throws GatewayError `not_found` without such an account.
 */
export async function whatWaits(tx: Queryable, decided: Decided): Promise<Waiting> {
  const account = await tx.prisma.account.findUnique({
    where: { id: decided.accountId },
    select: { id: true },
  });
  if (!account) throw new GatewayError("not_found", "There is no such account.");
  await lockDecisions(tx, decided.accountId);
  const [known] = await tx.query<KnownRow>(knownStatement(decided));
  const rows = await tx.query<{ host: string }>(waitingHostsStatement(decided));
  if (!known) throw new Error("The statement gives one row.");
  return { ...known, hosts: rows.map(({ host }) => host) };
}
