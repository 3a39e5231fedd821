import { clockOffsetMs, setClockOffset } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { log } from "@/lib/log";

/** The quickest of so many answers tells the most. */
const SAMPLES = 4;

/** A clock that is off by more is worth a line: log files and other programs of this machine are off as well. */
const WARN_MS = 5_000;

/** How far the database's clock is ahead, and by how much that may be wrong, in milliseconds. */
type Sample = { offsetMs: number; errorMs: number };

/**
 * Measures how far the database's clock is ahead of this machine's, and has `now` go by it. What lies within the
 * measurement's own error changes nothing, so that time does not tremble.
 */
export async function measureClock(db: Queryable): Promise<void> {
  let best = await sample(db);
  for (let taken = 1; taken < SAMPLES; taken++) {
    const next = await sample(db);
    if (next.errorMs < best.errorMs) best = next;
  }
  const before = clockOffsetMs();
  if (Math.abs(best.offsetMs - before) <= best.errorMs) return;
  const offsetMs = Math.round(best.offsetMs);
  setClockOffset(offsetMs);
  if (Math.abs(offsetMs) >= WARN_MS && Math.abs(offsetMs - before) >= WARN_MS)
    log().warn({ offsetMs }, "this machine's clock is not the database's: the database's counts");
}

async function sample(db: Queryable): Promise<Sample> {
  const [askedAt, beganAt] = [Date.now(), performance.now()];
  const [row] = await db.query<{ at: Date }>(sql`select clock_timestamp() as at`);
  if (!row) throw new Error("The statement gives one row.");
  const errorMs = (performance.now() - beganAt) / 2;
  // The database read its clock somewhere between the question and the answer.
  return { offsetMs: row.at.getTime() - (askedAt + errorMs), errorMs: errorMs + 1 };
}
