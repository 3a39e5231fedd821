import { MAX_COUNTED } from "@/lib/contracts/admin/health";
import { type Sql, sql } from "@/lib/db/sql";

/** How many messages of a carrier's queue are not answered for, at most one more than is told of. */
export type WaitingRow = { carrierId: number; waiting: number };

/** A row for each carrier: its part of `message_queue_due_idx`, no further than is counted. */
export function waitingStatement(carrierIds: readonly number[]): Sql {
  return sql`
    select c.id as "carrierId", (select count(*)::int from (
      select 1 from message_queue q where q.carrier_id = c.id and q.due_at is not null
      limit ${MAX_COUNTED + 1}) r) as waiting
    from unnest(${[...carrierIds]}::smallint[]) as c (id)`;
}
