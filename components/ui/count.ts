import type { RowCount } from "@/lib/contracts/members/cursor";

/** A number as people here read it: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** So many things by their name: `1 part`, `1,234 parts`. Only names with a plural in -s. */
export function countOf(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? "" : "s"}`;
}

/**
 * How many rows a list has, by their name. Where not all of them are counted, there are at least those that are shown.
 * @param shown how many the page has.
 */
export function totalOf({ count, isMore }: RowCount, shown: number, name: string): string {
  return isMore ? `${formatCount(Math.max(count, shown))}+ ${name}s` : countOf(count, name);
}
