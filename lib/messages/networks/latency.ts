/** The number of durations in each class, the shortest first. */
export type ClassCounts = readonly number[];

/** The upper bounds of the classes, in milliseconds. A last class has the longer durations. */
export type ClassBounds = readonly number[];

/** Bounds for the time until an answer to a handover. */
export const ANSWER_BOUNDS_MS: ClassBounds = [
  10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000,
];

/** Bounds for the time from the handover until the last report. */
export const REPORT_BOUNDS_MS: ClassBounds = [
  1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000,
];

/** The length of the slots by which figures are summed. */
export const SLOT_MS = 5 * 60_000;

/** Returns the class of a duration: the first whose bound it does not exceed, or the last. */
export function classOf(ms: number, bounds: ClassBounds): number {
  const index = bounds.findIndex((bound) => ms <= bound);
  return index < 0 ? bounds.length : index;
}

/** An upper bound of a share's durations. With `isMore` it is a lower bound. */
export type Within = { ms: number; isMore: boolean };

/** The durations that half of the messages and 95 of 100 did not exceed. */
export type Latency = { median: Within; most: Within };

/** Returns the latency from counts by class; null without counts. */
export function latencyOf(counts: ClassCounts, bounds: ClassBounds): Latency | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  return { median: within(counts, bounds, all / 2), most: within(counts, bounds, all * 0.95) };
}

function within(counts: ClassCounts, bounds: ClassBounds, wanted: number): Within {
  let seen = 0;
  for (const [index, bound] of bounds.entries()) {
    seen += counts[index] ?? 0;
    if (seen >= wanted) return { ms: bound, isMore: false };
  }
  return { ms: bounds.at(-1) ?? 0, isMore: true };
}
