import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/**
 * Maps a list, a long one in slices between which others get their turn. One that is no longer than a slice takes none.
 * @param slice values that are mapped at once: few enough for a millisecond or two.
 */
export async function mapInSlices<Value, Result>(
  values: readonly Value[],
  slice: number,
  of: (value: Value, place: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % slice === 0) await yieldToOthers();
    results.push(of(value, index));
  }
  return results;
}
