import type { Queryable } from "@/lib/db/client";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** Messages released by one statement, so that no lock is held for long. */
export const RELEASE_BATCH = 1_000;

/**
 * Makes due every held message whose hosts are all approved by now: at once, or at the end of the night for New
 * Zealand numbers (rules: held links), one-time codes apart. Safe to repeat; also sweeps up what was accepted while
 * an approval was being committed.
 * @param scope one account, or all of them.
 * @returns how many were released.
 */
export async function releaseHeld(
  db: Queryable,
  scope: { accountId: number } | "all",
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  let released = 0;
  for (;;) {
    const count = await releaseBatch(db, scope, now, quiet);
    released += count;
    if (count < RELEASE_BATCH) return released;
  }
}

/** Releases as `releaseHeld` does, at most so many as one statement should. */
export async function releaseBatch(
  db: Queryable,
  scope: { accountId: number } | "all",
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  const released = await db.query(releaseStatement(scope, now, releaseTime(now, quiet) ?? now));
  if (released.length > 0) db.wake("dispatch");
  return released.length;
}

/** How many held messages of an account are ready to be released: all their hosts are approved. */
export async function countReleasable(db: Queryable, accountId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with waiting as materialized (
      select distinct h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where u.account_id = ${accountId}
    ), refused as materialized (
      select coalesce(array_agg(host), '{}') as hosts from waiting
      where not ${isApproved(sql`${accountId}::int`, sql`host`)}
    )
    select count(*)::int as count from ${HELD_MESSAGES} cross join refused
    where u.account_id = ${accountId} and not m.held_hosts && refused.hosts`);
  return row?.count ?? 0;
}

/**
 * Hosts are few where messages are many: first which hosts each account still waits for, then the messages that have
 * none of these.
 */
function releaseStatement(scope: { accountId: number } | "all", now: Date, morning: Date): Sql {
  const inScope = scope === "all" ? sql`true` : sql`u.account_id = ${scope.accountId}`;
  return sql`
    with linked as (
      select distinct u.account_id, h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where ${inScope}
    ), waiting as materialized (
      select l.account_id, array_agg(l.host) as hosts from linked l
      where not exists (
        select 1 from approved_domains d where d.account_id = l.account_id
          and (l.host = d.domain or right(l.host, length(d.domain) + 1) = '.' || d.domain))
      group by l.account_id
    ), ready as materialized (
      select m.id, m.account_id, m.accepted_at,
        case when m.msisdn like ${`${NEW_ZEALAND}%`} and m.send_type <> 'otp' then ${morning}::timestamptz
          else ${now}::timestamptz end as due_at
      from ${HELD_MESSAGES} left join waiting w on w.account_id = u.account_id
      where ${inScope} and (w.hosts is null or not m.held_hosts && w.hosts)
      order by m.id limit ${RELEASE_BATCH} for update of u skip locked
    ), cleared as (
      update messages m set held_hosts = '{}' from ready where ${hasKey(sql`m.id`, sql`ready.id`)}
    )
    update message_queue u set held = false, due_at = ready.due_at
    from ready where ${isQueueRowOf(sql`ready`)}
    returning u.message_id`;
}
