import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { IS_WAITING, isQueueRowOf, joinMessage } from "@/lib/queue/message-queue.sql";
import { LEFT_JOIN_INTERIM, STATUS } from "@/lib/queue/status.sql";
import type { DeliveryStatus } from "@/lib/sms/status";

/** The messages of an account to cancel: those with certain ids, or those of a bulk send. */
export type CancelSelection =
  | { accountId: number; ids: readonly string[] }
  | { accountId: number; sendId: string };

/**
 * Locks up to `limit` messages of a selection that no carrier has, and returns a row with the id of each. Locked
 * messages are skipped: they are being handed over.
 * @param and a further condition on the queue row `u`, with `and` in front.
 */
export function lockWaitingStatement(selection: CancelSelection, limit: number, and: Sql = NOTHING): Sql {
  return sql`
    select u.message_id as id from ${waiting(selection)} ${and}
    order by u.message_id limit ${limit} for update of u skip locked`;
}

/** Counts the messages of a selection that no carrier has: one row, `count`. */
export function countWaitingStatement(selection: CancelSelection, and: Sql = NOTHING): Sql {
  return sql`select count(*)::int as count from ${waiting(selection)} ${and}`;
}

/** Returns the queue rows `u` of a selection's waiting messages. */
function waiting(selection: CancelSelection): Sql {
  const ids =
    "ids" in selection
      ? sql`unnest(${[...selection.ids]}::uuid[])`
      : sql`(select unnest(message_ids) from bulk_sends
          where id = ${selection.sendId}::uuid and account_id = ${selection.accountId})`;
  return sql`${ids} as i (id)
    ${joinMessage(sql`i.id`)}
    join message_queue u on ${isQueueRowOf(sql`m`)}
      and m.account_id = ${selection.accountId} and m.status = 'PENDING' and ${IS_WAITING}`;
}

/** Reads the ids of an account's latest messages with its reference, newest first. */
export function idsByReferenceStatement(accountId: number, messageId: string, limit: number): Sql {
  return sql`
    select id from messages m where m.account_id = ${accountId} and m.customer_message_id = ${messageId}
    order by m.accepted_at desc, m.id desc limit ${limit}`;
}

/** A message after its cancellation, and its refund. */
export type CancelRow = { id: string; msisdn: string; status: DeliveryStatus; micros: bigint };

/** Reads the state of an account's messages, in the order of their ids. Ids of other accounts have no row. */
export function cancelledStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    select m.id, m.msisdn, ${STATUS} as status, coalesce(r.amount_micros, 0)::bigint as micros
    from unnest(${[...ids]}::uuid[]) with ordinality as i (id, place)
    ${joinMessage(sql`i.id`)} ${LEFT_JOIN_INTERIM}
    left join ledger_entries e on e.message_id = m.id and e.kind = 'deduction' and m.status = 'DELETED'
    left join ledger_entries r on r.reverses_id = e.id
    where m.account_id = ${accountId}
    order by i.place`;
}

/** Locks an account's bulk send. Returns a row if it exists. */
export function lockBulkSendStatement(accountId: number, id: string): Sql {
  return sql`select 1 from bulk_sends where id = ${id}::uuid and account_id = ${accountId} for no key update`;
}

/** Marks a bulk send as being cancelled since an instant; null when no message of it waits. It also ends a pause. */
export function setCancellingStatement(id: string, since: Date | null): Sql {
  return sql`
    update bulk_sends set cancelling_since = ${since}::timestamptz, paused_since = null, pausing_since = null
    where id = ${id}::uuid`;
}

/** Reads bulk sends that have messages left to cancel. */
export function cancellingStatement(limit: number): Sql {
  return sql`
    select id, account_id as "accountId" from bulk_sends where cancelling_since is not null order by id limit ${limit}`;
}
