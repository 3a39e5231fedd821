import { distinctValues } from "@/lib/db/distinct.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import {
  fromSlice,
  IN_SLICE_ORDER,
  type QueueSlice,
  SLICE_COLUMNS,
  type SliceRow,
} from "@/lib/messages/dispatch/queue-slice.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/** The longest delay by the carrier for which a message counts as stranded like a due one. */
const PUT_OFF_MS = 60_000;

/**
 * Locks the messages that are due at a carrier, or were put off by it, and returns them as `SliceRow`. A message that
 * the carrier may have stays with it.
 */
export function findStrandedStatement(slice: QueueSlice): Sql {
  const soon = new Date(slice.now.getTime() + PUT_OFF_MS);
  const isStranded = sql`unknown_since is null and (due_at <= ${slice.now}::timestamptz or put_off > 0)`;
  return prepared(
    "find-stranded",
    sql`select ${SLICE_COLUMNS} ${fromSlice({ ...slice, now: soon }, isStranded)} ${IN_SLICE_ORDER}`,
  );
}

/** Moves due messages of one carrier to others. */
export function moveStatement(moves: readonly { row: SliceRow; carrierId: number }[], now: Date): Sql {
  return prepared(
    "move-stranded",
    sql`
    update message_queue u set carrier_id = g.carrier_id, put_off = 0,
      due_at = least(u.due_at, ${now}::timestamptz)
    from unnest(
      ${moves.map(({ row }) => row.accountId)}::int[], ${moves.map(({ row }) => row.acceptedAt)}::timestamptz[],
      ${moves.map(({ row }) => row.id)}::uuid[], ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, carrier_id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}

/**
 * Reads the removed carriers that due messages wait for, as `carrierId`. Each carrier of the queue is looked up once,
 * by `message_queue_due_idx`.
 */
export function removedCarriersStatement(): Sql {
  return prepared(
    "removed-carriers",
    sql`
    with ${distinctValues(sql`message_queue`, sql`carrier_id`, sql`due_at is not null`)}
    select a.carrier_id as "carrierId" from found a
    where a.carrier_id > 0 and not exists (select from carriers c where c.id = a.carrier_id)`,
  );
}
