import type { Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";

/** A held message that nobody decides on is deleted after so long (decisions "Sending": 14 days). */
export const HELD_LONGEST_MS = 14 * 24 * 3_600_000;

const BATCH = 1_000;

/** Which held messages: an account's own by their ids, all of an account that link to a host, or all that are too old. */
export type HeldSelection =
  | { accountId: number; ids: readonly string[] }
  | { accountId: number; host: string }
  | { acceptedBefore: Date };

/**
 * Deletes held messages: they go `DELETED` and their deductions are reversed, in one statement. A message that is
 * not held any more is left alone, so that running it twice gives money back once.
 * @returns how many were deleted.
 */
export async function discardHeld(db: Queryable, selection: HeldSelection, now: Date): Promise<number> {
  let discarded = 0;
  for (;;) {
    const [row] = await db.query<{ discarded: number }>(sql`
      with held as materialized (
        select m.id from messages m
        where m.held_hosts <> '{}' and m.status = 'PENDING' and m.due_at is null and ${selected(selection)}
        order by m.id limit ${BATCH} for update skip locked
      ), gone as (
        update messages m set status = 'DELETED', status_at = ${now}::timestamptz
        from held where m.id = held.id
        returning m.id
      ), back as (
        insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
          rate_code, segments, reverses_id, created_at)
        select gen_random_uuid(), e.account_id, 'reversal', -e.amount_micros, e.net_micros, e.gst_micros, e.message_id,
          e.send_type, e.rate_code, e.segments, e.id, ${now}::timestamptz
        from ledger_entries e join gone on gone.id = e.message_id where e.kind = 'deduction'
        returning account_id, amount_micros
      ), credited as (
        update accounts a set balance_micros = a.balance_micros + b.micros
        from (select account_id, sum(amount_micros)::bigint as micros from back group by account_id) b
        where a.id = b.account_id
      )
      select count(*)::int as discarded from gone`);
    const count = row?.discarded ?? 0;
    discarded += count;
    if (count < BATCH) return discarded;
  }
}

function selected(selection: HeldSelection): Sql {
  if ("ids" in selection)
    return sql`m.account_id = ${selection.accountId} and m.id = any(${selection.ids}::uuid[])`;
  if ("host" in selection)
    return sql`m.account_id = ${selection.accountId} and ${selection.host} = any(m.held_hosts)`;
  return sql`m.accepted_at < ${selection.acceptedBefore}`;
}
