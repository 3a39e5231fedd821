/** A day with more than so many times the messages of the next largest one flattens all others. */
const FAR = 5;

/** Most days that are cut off. Where more are large, that is usual. */
const MAX_CUT = 3;

/** How far above the largest bar that is whole the axis ends. */
const ROOM = 1.5;

/**
 * Where a chart's axis ends, so that a few large bars do not flatten the rest.
 * @returns undefined where all bars can be whole.
 */
export function cutOff(values: readonly number[]): number | undefined {
  const falling = values.filter((value) => value > 0).sort((a, b) => b - a);
  for (let cut = Math.min(MAX_CUT, falling.length - 1); cut > 0; cut--) {
    const [above = 0, below = 0] = [falling[cut - 1], falling[cut]];
    if (above > below * FAR) return roundUp(below * ROOM);
  }
  return undefined;
}

/** A round number, as an axis has: 200 for 186. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(Math.ceil(value / step) * step);
}
