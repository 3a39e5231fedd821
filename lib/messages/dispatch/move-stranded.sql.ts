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

/** Messages that are due at a carrier, as `SliceRow`, locked. What the carrier perhaps has stays with it. */
export function findStrandedStatement(slice: QueueSlice): Sql {
  return prepared(
    "find-stranded",
    sql`select ${SLICE_COLUMNS} ${fromSlice(slice, sql`unknown_since is null`)} ${IN_SLICE_ORDER}`,
  );
}

/** Gives due messages of one carrier to others. */
export function moveStatement(moves: readonly { row: SliceRow; carrierId: number }[]): Sql {
  return prepared(
    "move-stranded",
    sql`
    update message_queue u set carrier_id = g.carrier_id, put_off = 0
    from unnest(
      ${moves.map(({ row }) => row.accountId)}::int[], ${moves.map(({ row }) => row.acceptedAt)}::timestamptz[],
      ${moves.map(({ row }) => row.id)}::uuid[], ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, carrier_id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}

/**
 * The carriers that due messages wait for and that were removed, as `carrierId`. Each carrier of the queue is looked up once, by
 * `message_queue_due_idx`.
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
