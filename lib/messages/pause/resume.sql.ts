import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { addToBillingDays } from "@/lib/ledger/billing-days.sql";
import { insertEntries, type LedgerEntry } from "@/lib/ledger/entries.sql";
import { isQueueRowOf, joinMessage } from "@/lib/queue/message-queue.sql";

/** A paused message, its reversed deduction, and the amount of that. */
export type PausedRow = {
  id: string;
  msisdn: string;
  sendType: "sms" | "otp" | "appointment";
  /** The time at which it would be due; null if it is held. */
  dueAt: Date | null;
  /** Its delivery window, in the format of `writeWindow`; null for none. */
  window: string | null;
  entryId: string;
  micros: bigint;
};

/** The paused messages of an account's send, with their queue rows `u`. */
const PAUSED_OF = (accountId: number, sendId: string): Sql => sql`
    (select unnest(message_ids) as id from bulk_sends where id = ${sendId}::uuid and account_id = ${accountId}) i
    ${joinMessage(sql`i.id`)}
    join message_queue u on ${isQueueRowOf(sql`m`)} and m.account_id = ${accountId} and u.paused_at is not null`;

/** Locks a send's paused messages, as `PausedRow`. Locked messages are skipped. */
export function lockPausedStatement(accountId: number, sendId: string): Sql {
  return sql`
    select m.id, m.msisdn, m.send_type as "sendType", u.paused_due_at as "dueAt", u.delivery_window as "window", e.id as "entryId",
      e.net_micros + e.gst_micros as micros
    from ${PAUSED_OF(accountId, sendId)}
    cross join lateral (
      select id, net_micros, gst_micros from ledger_entries
      where message_id = m.id and kind = 'deduction' offset 0) e
    order by u.message_id for update of u skip locked`;
}

/** Counts the paused messages of a send: one row, `count`. */
export function countPausedStatement(accountId: number, sendId: string): Sql {
  return sql`select count(*)::int as count from ${PAUSED_OF(accountId, sendId)}`;
}

/** Locks an account, and returns a row with its balance. */
export function lockBalanceStatement(accountId: number): Sql {
  return sql`
    select balance_micros as "balanceMicros" from accounts
    where id = ${accountId} and status = 'active' for no key update`;
}

/**
 * Detaches reversed deductions from their messages, so that the messages can have new ones. Parameters are columns of
 * `toColumns`.
 */
export function detachStatement(entryIds: string): Sql {
  return sql`
    update ledger_entries e set earlier_message_id = e.message_id, message_id = null
    from unnest(${entryIds}::uuid[]) as g (id) where ${hasKey(sql`e.id`, sql`g.id`)}`;
}

/** The deduction of a row of `charged`. */
const DEDUCTION: LedgerEntry = {
  id: sql`j.id`,
  accountId: sql`j.account_id`,
  amount: { charged: { net: sql`j.net_micros`, gst: sql`j.gst_micros` } },
  message: {
    id: sql`j.message_id`,
    sendType: sql`j.send_type`,
    rateCode: sql`j.billed_rate_code`,
    segments: sql`j.parts`,
  },
};

/** Charges the amounts of earlier deductions again. The account is locked, and its balance covers them. */
export function chargeAgainStatement(entryIds: string, newIds: string, now: Date): Sql {
  return sql`
    with charged as materialized (
      select g.new_id as id, e.earlier_message_id as message_id, e.account_id, e.send_type, e.segments as parts,
        e.rate_code as billed_rate_code, e.net_micros, e.gst_micros
      from unnest(${entryIds}::uuid[], ${newIds}::uuid[]) as g (id, new_id)
      cross join lateral (select * from ledger_entries where id = g.id offset 0) e
    ), entered as (
      ${insertEntries("deduction", DEDUCTION, now, sql`from charged j`)}
    ), rolled_up as (
      ${addToBillingDays(sql`charged`, now)}
    )
    update accounts a set balance_micros = a.balance_micros - c.micros
    from (select account_id, sum(net_micros + gst_micros)::bigint as micros from charged group by account_id) c
    where a.id = c.account_id`;
}

/**
 * Returns paused messages to the queue, due at `dueAts`. Held ones remain held. The rest of a message's validity at
 * the time of the pause counts from its new due time.
 */
export function resumeStatement(ids: string, dueAts: string, now: Date): Sql {
  return sql`
    with given as materialized (
      select m.id, m.account_id, m.accepted_at, g.due_at
      from unnest(${ids}::uuid[], ${dueAts}::timestamptz[]) as g (id, due_at)
      ${joinMessage(sql`g.id`)}
    ), later as (
      update messages m set send_at = g.due_at from given g
      where ${hasKey(sql`m.id`, sql`g.id`)} and g.due_at > ${now}::timestamptz and m.send_at < g.due_at
    )
    update message_queue u set due_at = g.due_at, paused_at = null, paused_due_at = null,
      valid_until = case when g.due_at is null then u.valid_until
        else u.valid_until + (g.due_at - greatest(u.paused_due_at, u.paused_at)) end
    from given g where ${isQueueRowOf(sql`g`)} and u.paused_at is not null`;
}
