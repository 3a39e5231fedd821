import { now } from "@/lib/clock";
import { cachedTable } from "@/lib/db/cached-table";
import type { Queryable } from "@/lib/db/client";
import { overdueStatement } from "@/lib/jobs/sweep/overdue.sql";
import { log } from "@/lib/log";

/** The age from which due work is overdue: work is claimed within seconds, and the sweep runs every minute. */
export const OVERDUE_MS = 2 * 60_000;

/** The queues that have overdue work, with how long their oldest has been due, in seconds. */
export type Overdue = { dispatch?: number; replies?: number; webhooks?: number; emails?: number };

/** Reads the queues with overdue work: no worker works it off, or not fast enough. */
export async function readOverdue(db: Queryable, at: Date): Promise<Overdue> {
  const [oldest = {}] = await db.query<{ [queue in keyof Overdue]: Date | null }>(overdueStatement);
  const ages = Object.entries(oldest).flatMap(([queue, dueAt]) => {
    const ageMs = dueAt ? at.getTime() - dueAt.getTime() : 0;
    return ageMs > OVERDUE_MS ? [[queue, Math.round(ageMs / 1000)]] : [];
  });
  return Object.fromEntries(ages) as Overdue;
}

const current = cachedTable((db) => readOverdue(db, now()));

/** Returns the overdue work as of some seconds ago, for frequent callers. */
export const recentOverdue = (db: Parameters<typeof current>[0]) => current(db, now());

/** Logs overdue work, if there is any. */
export async function warnOfOverdue(db: Queryable, at: Date): Promise<void> {
  const overdue = await readOverdue(db, at);
  if (Object.keys(overdue).length > 0)
    log().warn({ oldestDueS: overdue }, "work is overdue: no worker claims it, or not fast enough");
}
