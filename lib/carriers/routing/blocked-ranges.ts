/** A range of numbers by their beginning: nothing is sent to it, or it is an exception within a longer range. */
export type BlockedRange = { prefix: string; isException: boolean };

/** Ranges by their beginnings; the value is whether nothing is sent to the range. */
export type RangeTable = ReadonlyMap<string, boolean>;

/** The table of ranges. */
export function rangeTable(ranges: readonly BlockedRange[]): RangeTable {
  return new Map(ranges.map(({ prefix, isException }) => [prefix, !isException]));
}

/**
 * The blocked range of a number, by its longest beginning that has a range (rules: blocked destinations).
 * @returns null where the number has none, or where that range is an exception.
 */
export function blockedRange(msisdn: string, ranges: RangeTable): string | null {
  if (ranges.size === 0) return null;
  const beginning = longestRange(msisdn, ranges);
  return beginning !== null && ranges.get(beginning) ? beginning : null;
}

/** The blocked range of all numbers that begin so; null where an exception lets some of them through. */
export function rangeOfAll(beginning: string, ranges: RangeTable): string | null {
  const range = blockedRange(beginning, ranges);
  if (range === null) return null;
  const isLet = [...ranges].some(([prefix, isBlocked]) => !isBlocked && prefix.startsWith(beginning));
  return isLet ? null : range;
}

/** The ranges that change nothing, each as the end of a sentence: an exception of no range, and a range that is its own exception. */
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
