import { databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** The interval between two lines, for any number of failures. */
const EVERY_MS = 1_000;

type Failures = { unavailable: number; outcomeUnknown: number; error: unknown };

type Counting = { counted: Failures | undefined; isPaused: boolean };

const counting = processWide<Counting>("gatewayDatabaseFailures", () => ({
  counted: undefined,
  isPaused: false,
}));

/**
 * Logs a failure as `sentence`. A failure of an absent database is counted instead, and logged as one line a second:
 * every request and every job then fails for the same reason.
 * @param fields the fields of the log line.
 */
export function logFailure(error: unknown, fields: object, sentence: string): void {
  if (!countDatabaseFailure(error)) log().error({ ...fields, err: describeError(error) }, sentence);
}

/**
 * Counts a failure that the database caused, for the line of its second. A failure because an account moves is logged
 * at once: there are few.
 * @returns whether the database caused it.
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

/** Returns the network's or PostgreSQL's message. Its stack leads to no code of this project. */
function describeCause(error: unknown): object {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return { ...describeError(cause), stack: undefined };
}
