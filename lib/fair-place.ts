/**
 * Whether one more of a name may wait, where `most` may wait in all: each name has its share of the places, which shrinks
 * as others come, so that nobody can take them all and a newcomer finds one, while fewer names than places wait.
 * @param own how many of the name wait already.
 * @param names how many names have something waiting.
 */
export function hasFairPlace(own: number, names: number, most: number): boolean {
  return own < Math.floor(most / Math.max(1, own > 0 ? names : names + 1));
}
