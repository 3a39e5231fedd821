import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { keepsQuietHours } from "@/lib/queue/quiet-hours.sql";

/** Whose held messages: one account's, or everybody's. */
export type HeldScope = { accountId: number } | "all";

/** How many held messages of an account are ready to be released: one row, `count`. */
export function countReleasableStatement(accountId: number): Sql {
  return sql`
    with waiting as materialized (
      select distinct h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where u.account_id = ${accountId}
    ), refused as materialized (
      select coalesce(array_agg(host), '{}') as hosts from waiting
      where not ${isApproved(sql`${accountId}::int`, sql`host`)}
    )
    select count(*)::int as count from ${HELD_MESSAGES} cross join refused
    where u.account_id = ${accountId} and not m.held_hosts && refused.hosts`;
}

/**
 * Releases up to `limit` held messages that are ready; gives a row for each. What is paused stays so, and has its time then.
 * Hosts are few where messages are many: first which hosts each account still waits for, then the messages that have
 * none of these.
 * @param morning when those go out that keep quiet hours.
 */
export function releaseStatement(scope: HeldScope, limit: number, now: Date, morning: Date): Sql {
  const inScope = scope === "all" ? sql`true` : sql`u.account_id = ${scope.accountId}`;
  return sql`
    with linked as (
      select distinct u.account_id, h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where ${inScope}
    ), waiting as materialized (
      select l.account_id, array_agg(l.host) as hosts from linked l
      where not ${isApproved(sql`l.account_id`, sql`l.host`)}
      group by l.account_id
    ), ready as materialized (
      select m.id, m.account_id, m.accepted_at, m.send_at,
        -- A scheduled message that is not due yet keeps its time, which is outside of quiet hours.
        case when m.send_at > ${now}::timestamptz then m.send_at
          when ${keepsQuietHours(sql`m`)} then ${morning}::timestamptz else ${now}::timestamptz end as due_at
      from ${HELD_MESSAGES} left join waiting w on w.account_id = u.account_id
      where ${inScope} and (w.hosts is null or not m.held_hosts && w.hosts)
      order by m.id limit ${limit} for update of u skip locked
    ), cleared as (
      update messages m set held_hosts = '{}' from ready where ${hasKey(sql`m.id`, sql`ready.id`)}
    )
    update message_queue u set held = false, due_at = case when u.paused_at is null then ready.due_at end,
      paused_due_at = case when u.paused_at is not null then ready.due_at end,
      valid_until = u.valid_until + (ready.due_at - greatest(u.accepted_at, ready.send_at))
    from ready where ${isQueueRowOf(sql`ready`)}
    returning u.message_id`;
}
