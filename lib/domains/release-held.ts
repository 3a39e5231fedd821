import type { Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { NEW_ZEALAND } from "@/lib/sms/msisdn";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** Messages released by one statement, so that no lock is held for long. */
const BATCH = 1_000;

/**
 * Makes due every held message whose hosts are all approved by now: at once, or at the end of the night for New
 * Zealand numbers (decisions "Sending"), one-time codes apart. Safe to repeat; also sweeps up what was accepted while
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
    const rows = await db.query(releaseStatement(scope, now, releaseTime(now, quiet) ?? now));
    released += rows.length;
    if (rows.length < BATCH) return released;
  }
}

/**
 * Hosts are few where messages are many: first which hosts each account still waits for, then the messages that have
 * none of these.
 */
function releaseStatement(scope: { accountId: number } | "all", now: Date, morning: Date): Sql {
  const held = sql`m.held_hosts <> '{}' and m.status = 'PENDING' and m.due_at is null
    and ${scope === "all" ? sql`true` : sql`m.account_id = ${scope.accountId}`}`;
  return sql`
    with linked as (
      select distinct m.account_id, h.host from messages m cross join lateral unnest(m.held_hosts) as h (host)
      where ${held}
    ), waiting as materialized (
      select l.account_id, array_agg(l.host) as hosts from linked l
      where not exists (
        select 1 from approved_domains d where d.account_id = l.account_id
          and (l.host = d.domain or right(l.host, length(d.domain) + 1) = '.' || d.domain))
      group by l.account_id
    ), ready as materialized (
      select m.id from messages m left join waiting w on w.account_id = m.account_id
      where ${held} and (w.hosts is null or not m.held_hosts && w.hosts)
      order by m.id limit ${BATCH} for update of m skip locked
    )
    update messages m set held_hosts = '{}',
      due_at = case when m.msisdn like ${`${NEW_ZEALAND}%`} and m.send_type <> 'otp' then ${morning}::timestamptz
        else ${now}::timestamptz end
    from ready where m.id = ready.id
    returning m.id`;
}
