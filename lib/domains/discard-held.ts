import type { Database, Queryable } from "@/lib/db/client";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { HELD_MESSAGES } from "@/lib/domains/covers.sql";
import { newId } from "@/lib/ids";
import { takeFromBillingDays } from "@/lib/ledger/billing-days.sql";
import { insertEntries, type LedgerEntry } from "@/lib/ledger/entries.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/** A held message that nobody decides on is deleted after so long (rules: end of holding). */
export const HELD_LONGEST_MS = 14 * 24 * 3_600_000;

/** Messages deleted by one transaction, so that no account is locked for long. */
export const DISCARD_BATCH = 1_000;

/** Which held messages: an account's own by their ids, all of an account that link to one of some hosts and were there already, or all too old. */
export type HeldSelection =
  | { accountId: number; ids: readonly string[] }
  | { accountId: number; hosts: readonly string[]; acceptedUntil: Date }
  | { acceptedBefore: Date };

/** What gives a deduction `e` back, for a message that is `gone`. */
const REVERSAL: LedgerEntry = {
  id: sql`gone.reversal_id`,
  accountId: sql`e.account_id`,
  amount: {
    returned: {
      amount: sql`e.amount_micros`,
      net: sql`e.net_micros`,
      gst: sql`e.gst_micros`,
      entryId: sql`e.id`,
    },
  },
  message: {
    id: sql`e.message_id`,
    sendType: sql`e.send_type`,
    rateCode: sql`e.rate_code`,
    segments: sql`e.segments`,
  },
};

const DEDUCTIONS_OF_GONE = sql`
  from gone join ledger_entries e on e.message_id = gone.message_id and e.kind = 'deduction'`;

/**
 * Deletes held messages (rules: end of holding, reversals): they go `DELETED` and their deductions are reversed, and
 * their codes erased, in one transaction. A message that is not held any more is left alone, so that running it twice
 * gives money back once.
 * @returns how many were deleted.
 */
export async function discardHeld(db: Database, selection: HeldSelection, now: Date): Promise<number> {
  let discarded = 0;
  for (;;) {
    const count = await db.transaction((tx) => discardBatch(tx, selection, now));
    discarded += count;
    if (count < DISCARD_BATCH) return discarded;
  }
}

/** Deletes held messages, at most so many as one transaction should hold: `discardHeld` goes on until none is left. */
export async function discardBatch(tx: Queryable, selection: HeldSelection, now: Date): Promise<number> {
  // Nobody waits here: who has locked the account already would wait for whoever wants to lock it.
  const held = await tx.query<{ id: string; accountId: number }>(sql`
    select m.id, m.account_id as "accountId" from ${HELD_MESSAGES}
    where ${selected(selection)}
    order by m.id limit ${DISCARD_BATCH} for update of u skip locked`);
  if (held.length === 0) return 0;
  // In the order in which acceptance locks accounts too.
  await tx.query(sql`
    select id from accounts where id = any(${held.map(({ accountId }) => accountId)}::int[])
    order by id for no key update`);
  await tx.query(sql`
    with gone as (
      select * from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(() => newId())}::uuid[])
        as g (message_id, reversal_id)
    ), deleted as (
      update messages m set status = 'DELETED', status_at = ${now}::timestamptz
      from gone where ${hasKey(sql`m.id`, sql`gone.message_id`)}
      returning m.id, m.account_id, m.accepted_at
    ), dropped as (
      delete from message_queue u using deleted d where ${isQueueRowOf(sql`d`)}
    ), back as (
      ${insertEntries("reversal", REVERSAL, now, DEDUCTIONS_OF_GONE)}
      returning account_id, amount_micros, net_micros, gst_micros, send_type, rate_code, segments, reverses_id
    ), taken_back as (
      ${takeFromBillingDays(sql`back`)}
    )
    update accounts a set balance_micros = a.balance_micros + b.micros
    from (select account_id, sum(amount_micros)::bigint as micros from back group by account_id) b
    where a.id = b.account_id`);
  return held.length;
}

/** How many held messages there are of a selection. */
export async function countHeld(db: Queryable, selection: HeldSelection): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from ${HELD_MESSAGES} where ${selected(selection)}`);
  return row?.count ?? 0;
}

function selected(selection: HeldSelection): Sql {
  if ("ids" in selection)
    return sql`u.account_id = ${selection.accountId} and u.message_id = any(${selection.ids}::uuid[])`;
  if ("hosts" in selection)
    return sql`u.account_id = ${selection.accountId} and m.held_hosts && ${selection.hosts}::text[]
      and u.accepted_at <= ${selection.acceptedUntil}`;
  return sql`u.accepted_at < ${selection.acceptedBefore}`;
}
