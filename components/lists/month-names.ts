const LONG = new Intl.DateTimeFormat("en-NZ", { month: "long", year: "numeric", timeZone: "UTC" });
const SHORT = new Intl.DateTimeFormat("en-NZ", { month: "short", timeZone: "UTC" });

/** Formats `2026-11` as `November 2026`. */
export function monthName(month: string): string {
  return LONG.format(new Date(`${month}-01`));
}

/** Formats `2026-11` as `Nov`. January includes the year. */
export function shortMonthName(month: string): string {
  const name = SHORT.format(new Date(`${month}-01`));
  return month.endsWith("-01") ? `${name} ${month.slice(2, 4)}` : name;
}

/** Returns the month that is `count` months later, or earlier if the number is negative. */
export function monthAfter(month: string, count = 1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The maximum number of months to choose from. */
const MONTHS_LISTED = 60;

/** Returns the months from the first to the last, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first && months.length < MONTHS_LISTED; month = monthAfter(month, -1))
    months.push(month);
  return months;
}
