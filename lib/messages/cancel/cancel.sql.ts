import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { IS_WAITING, isQueueRowOf, joinMessage } from "@/lib/queue/message-queue.sql";
import { LEFT_JOIN_INTERIM, STATUS } from "@/lib/queue/status.sql";
import type { DeliveryStatus } from "@/lib/sms/status";

/** Which messages of an account are cancelled: some of its own by their ids, or those of a bulk send. */
export type CancelSelection =
  | { accountId: number; ids: readonly string[] }
  | { accountId: number; sendId: string };

/**
 * Locks up to `limit` messages of a selection that no carrier has been given: a row with the id of each. What somebody
 * else has locked is passed over: it is being handed over.
 * @param and a further condition on the queue row `u`, with `and` in front.
 */
export function lockWaitingStatement(selection: CancelSelection, limit: number, and: Sql = NOTHING): Sql {
  return sql`
    select u.message_id as id from ${waiting(selection)} ${and}
    order by u.message_id limit ${limit} for update of u skip locked`;
}

/** How many messages of a selection no carrier has been given: one row, `count`. */
export function countWaitingStatement(selection: CancelSelection, and: Sql = NOTHING): Sql {
  return sql`select count(*)::int as count from ${waiting(selection)} ${and}`;
}

/**
 * The queue rows `u` of a selection's messages that wait.
 */
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

/** The ids of an account's latest messages with a reference of its own, newest first. */
export function idsByReferenceStatement(accountId: number, messageId: string, limit: number): Sql {
  return sql`
    select id from messages m where m.account_id = ${accountId} and m.customer_message_id = ${messageId}
    order by m.accepted_at desc, m.id desc limit ${limit}`;
}

/** A message after it was to be cancelled, and what went back for it. */
export type CancelRow = { id: string; msisdn: string; status: DeliveryStatus; micros: bigint };

/** What became of an account's messages, in the order of their ids; none for those that it does not have. */
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

/** Locks an account's bulk send. Gives a row where there is one. */
export function lockBulkSendStatement(accountId: number, id: string): Sql {
  return sql`select 1 from bulk_sends where id = ${id}::uuid and account_id = ${accountId} for no key update`;
}

/** Notes since when a bulk send is being cancelled, null once nothing of it waits: it is not paused any more. */
export function setCancellingStatement(id: string, since: Date | null): Sql {
  return sql`
    update bulk_sends set cancelling_since = ${since}::timestamptz, paused_since = null, pausing_since = null
    where id = ${id}::uuid`;
}

/** Bulk sends of which messages are left to be cancelled. */
export function cancellingStatement(limit: number): Sql {
  return sql`
    select id, account_id as "accountId" from bulk_sends where cancelling_since is not null order by id limit ${limit}`;
}
