import type { Met } from "@/bench/lib/load/paced-load";

/** What another customer's sends may take at most while a server is attacked. */
const MAX_P99_MS = 300;
/** What an attack may add to the server's memory, in MiB. */
const MAX_GROWTH_MIB = 100;

/**
 * The limits that an attack broke, each in a sentence.
 * @param met what the sends of another customer met meanwhile.
 * @param growthMiB the most memory that the server had, above what it had before.
 */
export function brokenLimits(attack: string, met: Met, growthMiB: number): string[] {
  const { answered, refused, p99Ms } = met;
  const broken: string[] = [];
  const say = (what: string) => broken.push(`${attack}: ${what}`);
  if (refused > 0) say(`${refused} of ${answered + refused} sends of another customer were refused.`);
  // No answer at all has no percentile either.
  if (!(p99Ms <= MAX_P99_MS)) {
    say(`99% of another customer's sends took up to ${Math.round(p99Ms)} ms, not ${MAX_P99_MS}.`);
  }
  if (growthMiB > MAX_GROWTH_MIB) {
    say(`memory grew by ${Math.round(growthMiB)} MiB, not by ${MAX_GROWTH_MIB}.`);
  }
  return broken;
}
