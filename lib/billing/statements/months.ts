/** Returns the given number of calendar months as `YYYY-MM`, oldest first, up to and including the last. */
export function monthsBefore(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split("-").map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  );
}
