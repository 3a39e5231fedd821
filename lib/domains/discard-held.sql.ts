import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { HELD_MESSAGES } from "@/lib/domains/covers.sql";
import { newId } from "@/lib/ids";
import { takeFromBillingDays } from "@/lib/ledger/billing-days.sql";
import { insertEntries, type LedgerEntry } from "@/lib/ledger/entries.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/** Which held messages: an account's that link to some hosts and were accepted by a time, or all that are too old. */
export type HeldSelection =
  | { accountId: number; hosts: readonly string[]; acceptedUntil: Date }
  | { acceptedBefore: Date };

/** A held message that is locked. */
export type LockedRow = { id: string; accountId: number };

/**
 * Locks up to `limit` held messages of a selection, as `LockedRow`. Nobody waits here: who has locked the account
 * already would wait for whoever wants to lock it.
 */
export function lockHeldStatement(selection: HeldSelection, limit: number): Sql {
  return sql`
    select m.id, m.account_id as "accountId" from ${HELD_MESSAGES}
    where ${selected(selection)}
    order by m.id limit ${limit} for update of u skip locked`;
}

/** Locks accounts in the order in which acceptance locks them too. */
export function lockAccountsStatement(accountIds: readonly number[]): Sql {
  return sql`select id from accounts where id = any(${accountIds}::int[]) order by id for no key update`;
}

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

/** Deletes messages and gives their money back. Both they and their accounts are locked by now. */
export function discardStatement(ids: readonly string[], now: Date): Sql {
  return sql`
    with gone as (
      select * from unnest(${ids}::uuid[], ${ids.map(() => newId())}::uuid[])
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
    where a.id = b.account_id`;
}

/** How many held messages there are of a selection: one row, `count`. */
export function countHeldStatement(selection: HeldSelection): Sql {
  return sql`select count(*)::int as count from ${HELD_MESSAGES} where ${selected(selection)}`;
}

function selected(selection: HeldSelection): Sql {
  if ("hosts" in selection)
    return sql`u.account_id = ${selection.accountId} and m.held_hosts && ${selection.hosts}::text[]
      and u.accepted_at <= ${selection.acceptedUntil}`;
  return sql`u.accepted_at < ${selection.acceptedBefore}`;
}
