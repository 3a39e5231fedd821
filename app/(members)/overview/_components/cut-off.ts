/** A day with more than this many times the messages of the next largest day flattens all others. */
const FAR = 5;

/** The maximum number of days to cut off. If more days are large, large days are usual. */
const MAX_CUT = 3;

/** The end of the axis, as a multiple of the largest whole bar. */
const ROOM = 1.5;

/**
 * Returns the end of a chart's axis at which a few large bars do not flatten the rest.
 * @returns undefined if all bars can be whole.
 */
export function cutOff(values: readonly number[]): number | undefined {
  const falling = values.filter((value) => value > 0).sort((a, b) => b - a);
  for (let cut = Math.min(MAX_CUT, falling.length - 1); cut > 0; cut--) {
    const [above = 0, below = 0] = [falling[cut - 1], falling[cut]];
    if (above > below * FAR) return roundUp(below * ROOM);
  }
  return undefined;
}

/** Returns a round number for an axis: 200 for 186. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(Math.ceil(value / step) * step);
}
