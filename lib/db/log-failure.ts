import { databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** A line for so long, however much fails meanwhile. */
const EVERY_MS = 1_000;

type Failures = { unavailable: number; outcomeUnknown: number; error: unknown };

type Counting = { counted: Failures | undefined; isPaused: boolean };

const counting = processWide<Counting>("gatewayDatabaseFailures", () => ({
  counted: undefined,
  isPaused: false,
}));

/**
 * Logs a failure as `sentence`. What fails because the database is away is counted instead, and logged as one
 * line a second. Every request and every job fails then, for the same reason.
 * @param fields say what failed, as for any line of the log.
 */
export function logFailure(error: unknown, fields: object, sentence: string): void {
  if (!countDatabaseFailure(error)) log().error({ ...fields, err: describeError(error) }, sentence);
}

/**
 * Counts a failure that the database is the cause of, for the line of its second. What waits for an account that moves is said
 * at once: there is little of it. @returns whether it was one.
 */
export function countDatabaseFailure(error: unknown): boolean {
  const failure = databaseFailure(error);
  if (failure === null) return false;
  if (isMovedAway(error)) {
    log().warn("work waits for an account that moves to another cell");
    return true;
  }
  const state = counting.value;
  state.counted ??= { unavailable: 0, outcomeUnknown: 0, error };
  if (failure === "unavailable") state.counted.unavailable++;
  else state.counted.outcomeUnknown++;
  if (!state.isPaused) sayAndPause(state);
  return true;
}

function sayAndPause(state: Counting): void {
  const { counted } = state;
  state.counted = undefined;
  state.isPaused = counted !== undefined;
  if (!counted) return;
  const { error, ...counts } = counted;
  log().error({ ...counts, err: describeCause(error) }, "the database is away: work was refused");
  setTimeout(() => sayAndPause(state), EVERY_MS).unref();
}

/** What the network or PostgreSQL said. Its stack leads to nothing of ours. */
function describeCause(error: unknown): object {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return { ...describeError(cause), stack: undefined };
}
