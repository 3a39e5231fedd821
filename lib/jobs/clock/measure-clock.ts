import { countedMs, databaseAheadMs, now, setDatabaseAhead } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import { databaseTimeStatement } from "@/lib/jobs/clock/measure-clock.sql";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** The quickest of so many answers tells the most. */
const SAMPLES = 4;

/** A clock that is off by more is worth a line: log files and other programs of this machine are off as well. */
const WARN_MS = 5_000;

/** How far the database's clock is ahead of what is counted, and by how much that may be wrong, in milliseconds. */
type Sample = { aheadMs: number; errorMs: number };

// One line for each time that the machine's clock is found to be another's.
const said = processWide("gatewayClockSaidMs", () => 0);

/**
 * Measures how far the database's clock is ahead of what this process counts, and has `now` go by it. What lies within
 * the measurement's own error changes nothing, so that time does not tremble.
 */
export async function measureClock(db: Queryable): Promise<void> {
  let best = await sample(db);
  for (let taken = 1; taken < SAMPLES; taken++) {
    const next = await sample(db);
    if (next.errorMs < best.errorMs) best = next;
  }
  const before = databaseAheadMs();
  if (before === undefined || Math.abs(best.aheadMs - before) > best.errorMs) setDatabaseAhead(best.aheadMs);
  warnOf(now().getTime() - Date.now());
}

/** Says that this machine's clock is off, once for as long as it is off by that. */
function warnOf(offsetMs: number): void {
  if (Math.abs(offsetMs - said.value) < WARN_MS) return;
  said.value = offsetMs;
  if (Math.abs(offsetMs) >= WARN_MS)
    log().warn({ offsetMs }, "this machine's clock is not the database's: the database's counts");
}

async function sample(db: Queryable): Promise<Sample> {
  const askedAt = countedMs();
  const [row] = await db.query<{ at: Date }>(databaseTimeStatement);
  if (!row) throw new Error("The statement gives one row.");
  const errorMs = (countedMs() - askedAt) / 2;
  // The database read its clock somewhere between the question and the answer.
  return { aheadMs: row.at.getTime() - (askedAt + errorMs), errorMs: errorMs + 1 };
}
