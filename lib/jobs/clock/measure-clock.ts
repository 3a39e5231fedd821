import { countedMs, databaseAheadMs, now, setDatabaseAhead } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import { databaseTimeStatement } from "@/lib/jobs/clock/measure-clock.sql";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** The number of samples: the one with the quickest answer is the most exact. */
const SAMPLES = 4;

/** A clock that is off by more is logged: the log files and other programs of this machine are off as well. */
const WARN_MS = 5_000;

/** The milliseconds by which the database's clock is ahead of this process, and the greatest error of that value. */
type Sample = { aheadMs: number; errorMs: number };

// The offset that was logged last, so that each one is logged once.
const said = processWide("gatewayClockSaidMs", () => 0);

/**
 * Measures how far the database's clock is ahead of this process, and adjusts `now` to it. A difference within the
 * error of the measurement changes nothing, so that the time does not jitter.
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

/** Logs that this machine's clock is off, once for each offset. */
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
  // The database read its clock at some time between the question and the answer.
  return { aheadMs: row.at.getTime() - (askedAt + errorMs), errorMs: errorMs + 1 };
}
