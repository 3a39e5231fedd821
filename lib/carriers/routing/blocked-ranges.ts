/**
 * A range of numbers with a common beginning. It is blocked, or is an exception within a shorter blocked
 * beginning.
 */
export type BlockedRange = { prefix: string; isException: boolean };

/** Ranges by their beginnings. The value is true if the range is blocked. */
export type RangeTable = ReadonlyMap<string, boolean>;

/** Returns the table of ranges. */
export function rangeTable(ranges: readonly BlockedRange[]): RangeTable {
  return new Map(ranges.map(({ prefix, isException }) => [prefix, !isException]));
}

/**
 * Returns the blocked range of a number: the range with the longest matching beginning decides
 * (rules: blocked destinations).
 * @returns null if the number is in no range, or the range is an exception.
 */
export function blockedRange(msisdn: string, ranges: RangeTable): string | null {
  if (ranges.size === 0) return null;
  const beginning = longestRange(msisdn, ranges);
  return beginning !== null && ranges.get(beginning) ? beginning : null;
}

/** Returns the blocked range of all numbers with a beginning; null if an exception allows some of them. */
export function rangeOfAll(beginning: string, ranges: RangeTable): string | null {
  const range = blockedRange(beginning, ranges);
  if (range === null) return null;
  const isLet = [...ranges].some(([prefix, isBlocked]) => !isBlocked && prefix.startsWith(beginning));
  return isLet ? null : range;
}

/**
 * Returns the ranges without effect, each as the end of a sentence: an exception in no range, and a range
 * that is also an exception.
 */
export function rangeProblems(ranges: readonly BlockedRange[]): string[] {
  const table = rangeTable(ranges.filter(({ isException }) => !isException));
  return ranges
    .filter(({ isException }) => isException)
    .flatMap(({ prefix }) => {
      if (table.has(prefix)) return [`${prefix} is both blocked and an exception`];
      return longestRange(prefix, table) === null ? [`the exception ${prefix} is in no blocked range`] : [];
    });
}

function longestRange(digits: string, ranges: RangeTable): string | null {
  for (let length = digits.length; length > 0; length--) {
    const beginning = digits.slice(0, length);
    if (ranges.has(beginning)) return beginning;
  }
  return null;
}
