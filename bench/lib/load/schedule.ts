import { seededRandom } from "@/tests/support/kills/random";

/**
 * Returns the times at which requests are due, in milliseconds after the start: a Poisson process of
 * independent requests.
 * @param perSecond the mean rate.
 * @param seed the same seed has the same times.
 */
export function scheduleOf({
  perSecond,
  seconds,
  seed,
}: {
  perSecond: number;
  seconds: number;
  seed: number;
}): number[] {
  const random = seededRandom(seed);
  const times: number[] = [];
  const gap = () => (-Math.log(1 - random()) * 1_000) / perSecond;
  for (let at = gap(); at < seconds * 1_000; at += gap()) times.push(at);
  return times;
}
