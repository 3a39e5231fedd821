/** A figure and its limit. */
export type LimitedFigure = { name: string; figure: number; least?: number; most?: number };

/** Returns a sentence for each limit that is broken. */
export function brokenLimits(all: readonly LimitedFigure[]): string[] {
  const written = (figure: number) => figure.toLocaleString("en", { maximumFractionDigits: 1 });
  return all.flatMap(({ name, figure, least, most }) => {
    // NaN breaks each limit.
    if (least !== undefined && !(figure >= least))
      return [`${name}: ${written(figure)}, under ${written(least)}.`];
    if (most !== undefined && !(figure <= most))
      return [`${name}: ${written(figure)}, over ${written(most)}.`];
    return [];
  });
}
