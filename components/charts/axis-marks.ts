import { formatCount } from "@/components/ui/count";

/** From here on a number is written in thousands, and from there on in millions. */
const THOUSANDS = 10_000;
const MILLIONS = 1_000_000;

/** A number beside an axis, which has room for seven characters: `9,500`, `25.5k`, `1.25M`. */
export function countMark(count: number): string {
  const size = Math.abs(count);
  if (size >= MILLIONS) return `${formatCount(count / MILLIONS)}M`;
  return size >= THOUSANDS ? `${formatCount(count / 1_000)}k` : formatCount(count);
}

/** An amount of dollars beside an axis: `$9,500`, `−$25.5k`. */
export function moneyMark(dollars: number): string {
  return `${dollars < 0 ? "−" : ""}$${countMark(Math.abs(dollars))}`;
}
