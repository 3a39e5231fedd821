import type { Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { NEW_ZEALAND } from "@/lib/sms/msisdn";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** Messages released by one statement, so that no lock is held for long. */
const BATCH = 1_000;

/**
 * Makes due every held message whose hosts are all approved by now: at once, or at the end of the night for New
 * Zealand numbers (decisions "Sending"). Safe to repeat; also sweeps up what was accepted while an approval was
 * being committed.
 * @param scope one account, or all of them.
 * @returns how many were released.
 */
export async function releaseHeld(
  db: Queryable,
  scope: { accountId: number } | "all",
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  const within: Sql = scope === "all" ? sql`true` : sql`m.account_id = ${scope.accountId}`;
  let released = 0;
  for (;;) {
    const rows = await db.query(sql`
      with ready as (
        select m.id from messages m
        where ${within} and m.held_hosts <> '{}' and m.status = 'PENDING' and m.due_at is null
          and not exists (
            select 1 from unnest(m.held_hosts) as h (host)
            where not exists (
              select 1 from approved_domains d where d.account_id = m.account_id
                and (h.host = d.domain or right(h.host, length(d.domain) + 1) = '.' || d.domain)))
        order by m.id limit ${BATCH} for update skip locked
      )
      update messages m set held_hosts = '{}',
        due_at = case when m.msisdn like ${`${NEW_ZEALAND}%`} then ${releaseTime(now, quiet) ?? now}::timestamptz
          else ${now}::timestamptz end
      from ready where m.id = ready.id
      returning m.id`);
    released += rows.length;
    if (rows.length < BATCH) return released;
  }
}
