import { formatCount } from "@/components/ui/count";

/** The smallest number that an axis writes in thousands; the next constant is the smallest in millions. */
const THOUSANDS = 10_000;
const MILLIONS = 1_000_000;

/** Formats a number for an axis, which has room for seven characters: `9,500`, `25.5k`, `1.25M`. */
export function countMark(count: number): string {
  const size = Math.abs(count);
  if (size >= MILLIONS) return `${formatCount(count / MILLIONS)}M`;
  return size >= THOUSANDS ? `${formatCount(count / 1_000)}k` : formatCount(count);
}

/** Formats an amount of dollars for an axis: `$9,500`, `−$25.5k`. */
export function moneyMark(dollars: number): string {
  return `${dollars < 0 ? "−" : ""}$${countMark(Math.abs(dollars))}`;
}
