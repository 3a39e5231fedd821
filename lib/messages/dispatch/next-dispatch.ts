import type { Queryable } from "@/lib/db/client";
import { nextDueStatement } from "@/lib/messages/dispatch/dispatch.sql";

/**
 * Returns the time at which the next message in the dispatch queue is due, including leased ones; null for an empty
 * queue.
 */
export async function nextDispatchAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(nextDueStatement());
  return row?.at ?? null;
}
