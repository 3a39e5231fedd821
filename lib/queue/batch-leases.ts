import type { Queryable } from "@/lib/db/client";
import { BREAK_UP_ALL, breakUpEndedStatement, breakUpStatement } from "@/lib/queue/batch-leases.sql";
import type { Leased } from "@/lib/queue/leased";

/**
 * Gives messages that were leased by their batches leases of their own, with the same end (rules: leases), and all others of
 * these batches too. What was not, or is not any more, stays as it is.
 */
export async function leaseOneByOne(
  db: Queryable,
  messages: readonly Pick<Leased, "leaseId">[],
): Promise<void> {
  const ids = new Set(messages.flatMap(({ leaseId }) => leaseId ?? []));
  if (ids.size > 0) await db.query(breakUpStatement([...ids]));
}

/** The same for all messages that were leased by their batches. */
export async function leaseAllOneByOne(db: Queryable): Promise<void> {
  await db.query(BREAK_UP_ALL);
}

/** Has messages be due whose batch's lease has run out: whoever was to hand them over is gone. */
export async function endBatchLeases(db: Queryable, now: Date): Promise<void> {
  await db.query(breakUpEndedStatement(now));
}
