import { isBeforeFence } from "@/lib/db/cells/moved.sql";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { HELD_MESSAGES } from "@/lib/domains/covers.sql";
import { comesAfter, HELD_KEY, HELD_ORDER, type HeldKey } from "@/lib/domains/held-order.sql";
import { newId } from "@/lib/ids";
import { giveBack } from "@/lib/ledger/give-back.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/**
 * The selected held messages. They either belong to an account, link to some hosts and were accepted by a time, or
 * they are old and belong to accounts in this cell.
 */
export type HeldSelection =
  | { accountId: number; hosts: readonly string[]; acceptedUntil: Date }
  | { acceptedBefore: Date };

/**
 * Locks up to `limit` held messages of a selection after a key, as `HeldKey`s in order. Locked rows are skipped:
 * waiting for them could deadlock with a transaction that has locked the account first.
 */
export function lockHeldStatement(selection: HeldSelection, after: HeldKey | null, limit: number): Sql {
  return sql`
    select ${HELD_KEY} from ${HELD_MESSAGES}
    where ${selected(selection)} ${comesAfter(after)}
    order by ${HELD_ORDER} limit ${limit} for update of u skip locked`;
}

/** Deletes messages and refunds their remaining cost. The caller has locked the messages and their accounts. */
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
    ), ${giveBack(now)}`;
}

/** Counts the held messages of a selection: one row, `count`. */
export function countHeldStatement(selection: HeldSelection): Sql {
  return sql`select count(*)::int as count from ${HELD_MESSAGES} where ${selected(selection)}`;
}

function selected(selection: HeldSelection): Sql {
  if ("hosts" in selection)
    return sql`u.account_id = ${selection.accountId} and m.held_hosts && ${selection.hosts}::text[]
      and u.accepted_at <= ${selection.acceptedUntil}`;
  return sql`u.accepted_at < ${selection.acceptedBefore} and ${isBeforeFence(sql`u.account_id`)}`;
}
