import type { Queryable } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";

/** When the next message in the dispatch queue is due, leased ones included; null for an empty queue. */
export async function nextDispatchAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    prepared("dispatch-next", sql`select min(due_at) as at from message_queue where due_at is not null`),
  );
  return row?.at ?? null;
}
