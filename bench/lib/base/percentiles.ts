/** The times that half of all values, and 99 of a hundred, do not exceed. */
export type Percentiles = { p50: number; p99: number; max: number };

/** Returns the percentiles of some values by their nearest rank; NaN if there are none. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Returns the median of some values: the lower of the two middle ones. NaN if there are none. */
export function medianOf(values: readonly number[]): number {
  return percentilesOf(values).p50;
}
