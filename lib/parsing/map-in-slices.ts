import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/**
 * Maps a list. It maps a long list in slices, between which other requests run. A list of one slice has no pause.
 * @param slice the values of one slice: few enough for a millisecond or two.
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
