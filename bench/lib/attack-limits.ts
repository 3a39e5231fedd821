import type { Met } from "@/bench/lib/load/paced-load";

/** The limits for another customer's requests while a server is attacked. */
const MAX_P99_MS = 300;
/** What an attack may add to the server's memory, in MiB. */
const MAX_GROWTH_MIB = 100;

/**
 * The limits that an attack broke, each in a sentence.
 * @param customer what the sends of another customer met meanwhile, and its lists of messages.
 * @param growthMiB the most memory that the server had, above what it had before.
 */
export function brokenLimits(
  attack: string,
  { sends, lists }: { sends: Met; lists: Met },
  growthMiB: number,
): string[] {
  const broken: string[] = [];
  const say = (what: string) => broken.push(`${attack}: ${what}`);
  for (const [requests, { answered, refused, p99Ms }] of Object.entries({ sends, lists })) {
    if (refused > 0) say(`${refused} of ${answered + refused} ${requests} of another customer were refused.`);
    // No answer at all has no percentile either.
    if (!(p99Ms <= MAX_P99_MS)) {
      say(`99% of another customer's ${requests} took up to ${Math.round(p99Ms)} ms, not ${MAX_P99_MS}.`);
    }
  }
  if (growthMiB > MAX_GROWTH_MIB) {
    say(`memory grew by ${Math.round(growthMiB)} MiB, not by ${MAX_GROWTH_MIB}.`);
  }
  return broken;
}
