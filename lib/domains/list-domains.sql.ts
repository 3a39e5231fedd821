import type { HeldHost } from "@/lib/contracts/members/domains";
import { type Sql, sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";

/** A host that messages are held for. */
export type HeldHostRow = Omit<HeldHost, "since"> & { since: Date };

/** The hosts that an account's messages are held for, those with the most messages first, as `HeldHostRow`. */
export function heldHostsStatement(accountId: number, limit: number): Sql {
  return sql`
    with held as (
      select h.host, count(*)::int as messages, min(m.accepted_at) as since
      from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where u.account_id = ${accountId} group by h.host
    )
    select held.host, held.messages, held.since, (
      select r.domain from domain_requests r
      where r.account_id = ${accountId} and r.state = 'pending' and ${covers(sql`r.domain`, sql`held.host`)}
      order by length(r.domain) limit 1) as requested
    from held where not ${isApproved(sql`${accountId}`, sql`held.host`)}
    order by held.messages desc, held.host limit ${limit}`;
}
