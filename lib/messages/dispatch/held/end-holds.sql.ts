import { prepared, type Sql, sql } from "@/lib/db/sql";
import {
  fromSlice,
  IN_SLICE_ORDER,
  type QueueSlice,
  SLICE_COLUMNS,
  type SliceRow,
} from "@/lib/messages/dispatch/queue-slice.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { isOver } from "@/lib/queue/status.sql";

/** A message that a carrier may have. `isOver` is set if its hold or lease is over. */
export type HeldRow = SliceRow & { validUntil: Date; isOver: boolean };

/**
 * The times for which messages and one-time codes are held. `onlyBegun` limits the search to messages that are held
 * because of an answer or a missing one.
 */
export type HeldTerms = { holdMs: number; codeHoldMs: number; onlyBegun: boolean };

/** Locks the messages of a carrier's queue that it may have, and returns them as `HeldRow`. */
export function findHeldStatement(slice: QueueSlice, { holdMs, codeHoldMs, onlyBegun }: HeldTerms): Sql {
  const hold = sql`case m.send_type when 'otp' then ${codeHoldMs}::float8 else ${holdMs}::float8 end`;
  const isHeld = onlyBegun ? sql`unknown_since is not null and begun` : sql`unknown_since is not null`;
  return prepared(
    onlyBegun ? "find-held-begun" : "find-held",
    sql`
    select ${SLICE_COLUMNS}, coalesce(u.valid_until, u.first_tried_at + interval '1 day') as "validUntil",
      u.unknown_since + ${hold} * interval '1 millisecond' <= ${slice.now}::timestamptz
        and not ${isOver(sql`true`)} as "isOver"
    ${fromSlice(slice, isHeld)} ${IN_SLICE_ORDER}`,
  );
}

/** Moves such messages to other carriers, where each is submitted as a possible duplicate. */
export function resendElsewhereStatement(moves: readonly { row: SliceRow; carrierId: number }[]): Sql {
  return prepared(
    "resend-elsewhere",
    sql`
    update message_queue u set carrier_id = g.carrier_id, put_off = 0, begun = false, unknown_msisdn = null,
      unknown_cost_micros = null
    from unnest(
      ${moves.map(({ row }) => row.accountId)}::int[], ${moves.map(({ row }) => row.acceptedAt)}::timestamptz[],
      ${moves.map(({ row }) => row.id)}::uuid[], ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, carrier_id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}
