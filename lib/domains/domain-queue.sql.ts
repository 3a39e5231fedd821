import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";
import { leftJoinMessage } from "@/lib/queue/message-queue.sql";

/** An entry of the queue. Behind the last page there is one row without an account, for `total` alone. */
export type QueueRow = Omit<QueuedDomain, "since" | "approvable"> & { since: Date; total: number };

/** A part of the queue. Accounts that are `elsewhere`, in another cell, have their entries there. */
type QueuePart = { offset: number; limit: number; elsewhere: readonly number[] };

/** Reads `limit` entries after `offset` of the queue for decisions, the longest wait first, as `QueueRow`. */
export function domainQueueStatement(asked: QueuePart): Sql {
  const isHere = (accountId: Sql) =>
    asked.elsewhere.length > 0 ? sql`and ${accountId} <> all(${[...asked.elsewhere]}::int[])` : NOTHING;
  return sql`
    with linked as materialized (
      select m.account_id, h.host, m.id, m.accepted_at
      from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where true ${isHere(sql`m.account_id`)}
    ), hosts as (
      select account_id, host from linked group by account_id, host
    ), named as materialized (
      select h.account_id, h.host, coalesce((
        select r.domain from domain_requests r
        where r.account_id = h.account_id and r.state = 'pending' and ${covers(sql`r.domain`, sql`h.host`)}
        order by length(r.domain) limit 1), h.host) as domain
      from hosts h where not ${isApproved(sql`h.account_id`, sql`h.host`)}
    ), held as (
      select n.account_id, n.domain, count(distinct l.id)::int as messages, min(l.accepted_at) as since,
        (array_agg(l.id order by l.id))[1] as sample_id
      from named n join linked l using (account_id, host) group by n.account_id, n.domain
    ), asked as (
      select account_id, domain, requested_at from domain_requests
      where state = 'pending' ${isHere(sql`account_id`)}
    ), queue as (
      select coalesce(q.account_id, h.account_id) as account_id, coalesce(q.domain, h.domain) as domain,
        q.domain is not null as requested, least(q.requested_at, h.since) as since,
        coalesce(h.messages, 0) as messages, h.sample_id
      from asked q full join held h on h.account_id = q.account_id and h.domain = q.domain
    ), entry as (
      select * from queue order by since, account_id, domain
      limit ${asked.limit} offset ${asked.offset}
    )
    select a.id as "accountId", a.name as "accountName", a.email as "accountEmail", e.domain, e.requested,
      e.since, e.messages, m.body as sample, t.total
    from (select count(*)::int as total from queue) t left join entry e on true
      left join accounts a on a.id = e.account_id ${leftJoinMessage(sql`e.sample_id`)}
    order by e.since, e.account_id, e.domain`;
}
