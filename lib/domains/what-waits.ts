import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";
import { lockDecisions } from "@/lib/domains/decision-lock";
import { GatewayError } from "@/lib/errors";

/** A domain of an account that somebody decides on. */
export type Decided = { accountId: number; domain: string };

/** What there is to decide. */
export type Waiting = {
  /** The hosts under the domain that messages are held for and nobody has approved. */
  hosts: string[];
  /** Whether the domain, or one above it, is approved. */
  approved: boolean;
  /** What became of a request for the domain itself; null where there is none. */
  state: "pending" | "approved" | "rejected" | null;
  /** Whether a request waits, for the domain or for one beneath it. */
  asked: boolean;
};

/**
 * What waits for a decision on a domain of an account. Whoever decides at the same time waits until this transaction
 * ends, and then sees what it has decided: of two decisions the second finds nothing to decide on.
 * @throws GatewayError `not_found` without such an account.
 */
export async function whatWaits(tx: Queryable, { accountId, domain }: Decided): Promise<Waiting> {
  const [account] = await tx.query(sql`select 1 from accounts where id = ${accountId}`);
  if (!account) throw new GatewayError("not_found", "There is no such account.");
  await lockDecisions(tx, accountId);
  const [known] = await tx.query<Omit<Waiting, "hosts">>(sql`
    select ${isApproved(sql`${accountId}::int`, sql`${domain}::text`)} as approved,
      (select r.state from domain_requests r where r.account_id = ${accountId} and r.domain = ${domain}) as state,
      exists (select 1 from domain_requests r
        where r.account_id = ${accountId} and r.state = 'pending'
          and ${covers(sql`${domain}::text`, sql`r.domain`)}) as asked`);
  const rows = await tx.query<{ host: string }>(sql`
    select distinct h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
    where u.account_id = ${accountId} and ${covers(sql`${domain}::text`, sql`h.host`)}
      and not ${isApproved(sql`m.account_id`, sql`h.host`)}`);
  if (!known) throw new Error("The statement gives one row.");
  return { ...known, hosts: rows.map(({ host }) => host) };
}
