import type { RowCount } from "@/lib/contracts/members/cursor";

/** Formats a number: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** Formats a number of things: `1 part`, `1,234 parts`. Only for names with a plural in -s. */
export function countOf(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? "" : "s"}`;
}

/**
 * Formats the number of rows in a list. If the count stops early, the number is at least the shown rows.
 * @param shown the number of rows on the page.
 */
export function totalOf({ count, isMore }: RowCount, shown: number, name: string): string {
  return isMore ? `${formatCount(Math.max(count, shown))}+ ${name}s` : countOf(count, name);
}
