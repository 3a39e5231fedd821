import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";
import { comesAfter, comesUntil, HELD_KEY, HELD_ORDER, type HeldKey } from "@/lib/domains/held-order.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { keepsQuietHours } from "@/lib/queue/quiet-hours.sql";

/** The scope of held messages: one account, or all accounts. */
export type HeldScope = { accountId: number } | "all";

/** Counts an account's held messages that are ready to be released: one row, `count`. */
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

/** Held messages after the first key, up to the second. Null keys are the beginning and the end. */
export type HeldSlice = { after: HeldKey | null; until: HeldKey | null };

const inScope = (scope: HeldScope): Sql =>
  scope === "all" ? sql`true` : sql`u.account_id = ${scope.accountId}`;

/** Reads the last of the next `limit` held messages after a key, as a `HeldKey`. Returns no row if fewer remain. */
export function sliceEndStatement(scope: HeldScope, after: HeldKey | null, limit: number): Sql {
  return sql`
    select ${HELD_KEY} from message_queue u where u.held and ${inScope(scope)} ${comesAfter(after)}
    order by ${HELD_ORDER} offset ${limit - 1} limit 1`;
}

/**
 * Reads the held message after which one part of them begins, as a `HeldKey`. Returns no row for the first part. Held
 * messages are divided into parts of `size`, one for each turn.
 * @param turn any whole number. Its remainder after division by the number of parts selects the part.
 */
export function partStartStatement(turn: number, size: number): Sql {
  return sql`
    with part as materialized (
      select ${turn}::bigint % greatest(ceil(count(*) / ${size}::numeric), 1)::bigint as number
      from message_queue u where u.held
    )
    select ${HELD_KEY} from message_queue u where u.held and (select number from part) > 0
    order by ${HELD_ORDER} offset greatest((select number from part) * ${size}::bigint - 1, 0) limit 1`;
}

/**
 * Releases the messages of a slice that are ready, and returns a row for each. Paused messages stay paused, and get
 * their due time when they are resumed. There are few hosts and many messages: the statement first finds the
 * unapproved hosts of each account, then the messages without them. It locks these one by one in the order of their
 * ids, and skips locked ones.
 * @param morning the end of quiet hours, when messages that keep them become due.
 */
export function releaseStatement(
  scope: HeldScope,
  { after, until }: HeldSlice,
  now: Date,
  morning: Date,
): Sql {
  return sql`
    with seen as materialized (
      select m.id, m.account_id, m.accepted_at, m.send_at, m.held_hosts, ${keepsQuietHours(sql`m`)} as is_quiet
      from ${HELD_MESSAGES} where ${inScope(scope)} ${comesAfter(after)} ${comesUntil(until)}
    ), linked as (
      select distinct s.account_id, h.host from seen s cross join lateral unnest(s.held_hosts) as h (host)
    ), waiting as materialized (
      select l.account_id, array_agg(l.host) as hosts from linked l
      where not ${isApproved(sql`l.account_id`, sql`l.host`)}
      group by l.account_id
    ), ready as materialized (
      select s.* from (
        select s.id, s.account_id, s.accepted_at, s.send_at,
          -- A scheduled message that is not due yet keeps its time, which is outside of quiet hours.
          case when s.send_at > ${now}::timestamptz then s.send_at
            when s.is_quiet then ${morning}::timestamptz else ${now}::timestamptz end as due_at
        from seen s left join waiting w on w.account_id = s.account_id
        where w.hosts is null or not s.held_hosts && w.hosts
        order by s.id) s
      cross join lateral (
        select from message_queue u where ${isQueueRowOf(sql`s`)} and u.held offset 0 for update skip locked) u
    ), cleared as (
      update messages m set held_hosts = '{}' from ready where ${hasKey(sql`m.id`, sql`ready.id`)}
    )
    update message_queue u set held = false, due_at = case when u.paused_at is null then ready.due_at end,
      paused_due_at = case when u.paused_at is not null then ready.due_at end,
      valid_until = u.valid_until + (ready.due_at - greatest(u.accepted_at, ready.send_at))
    from ready where ${isQueueRowOf(sql`ready`)}
    returning u.message_id`;
}
