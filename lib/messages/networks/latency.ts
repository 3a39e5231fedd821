/** How many times were of each class, the shortest first. */
export type ClassCounts = readonly number[];

/** The longest times of the classes; a last class has what is longer than all of them. In milliseconds. */
export type ClassBounds = readonly number[];

/** Of answers to what is handed over. */
export const ANSWER_BOUNDS_MS: ClassBounds = [
  10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000,
];

/** Of the last reports, from when messages were handed over. */
export const REPORT_BOUNDS_MS: ClassBounds = [
  1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000,
];

/** Figures are summed by so long a time. */
export const SLOT_MS = 5 * 60_000;

/** The class of a time: the first whose bound it does not exceed, or the last. */
export function classOf(ms: number, bounds: ClassBounds): number {
  const index = bounds.findIndex((bound) => ms <= bound);
  return index < 0 ? bounds.length : index;
}

/** A time that a share was within; with `isMore` one that it took longer than. */
export type Within = { ms: number; isMore: boolean };

/** Within which time half of them were, and 95 of 100. */
export type Latency = { median: Within; most: Within };

/** What counts by classes say of a latency; null where nothing was counted. */
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
