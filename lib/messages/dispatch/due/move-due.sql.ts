import { type Sql, sql } from "@/lib/db/sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/**
 * Moves leased messages that no carrier was given to other carriers, due at once. A message whose lease another
 * worker has is skipped.
 */
export function moveDueStatement(
  moves: readonly { message: LeasedMessage; carrierId: number }[],
  now: Date,
): Sql {
  return sql`
    update message_queue u set carrier_id = g.carrier_id, due_at = ${now}::timestamptz, attempts = u.attempts - 1,
      unknown_since = null, first_tried_at = null, put_off = 0
    from unnest(
      ${moves.map(({ message }) => message.accountId)}::int[],
      ${moves.map(({ message }) => message.acceptedAt)}::timestamptz[],
      ${moves.map(({ message }) => message.id)}::uuid[],
      ${moves.map(({ message }) => message.lease)}::timestamptz[],
      ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, lease, carrier_id)
    where ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease`;
}
