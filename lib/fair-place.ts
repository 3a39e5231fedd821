/**
 * Returns whether a name may add a waiting entry, of which `most` may wait in all. Each name has a share of the
 * places, which shrinks with the number of names. No name can take all places, and a newcomer finds a place as long
 * as there are fewer names than places.
 * @param own the name's own waiting entries.
 * @param names the number of names with waiting entries.
 */
export function hasFairPlace(own: number, names: number, most: number): boolean {
  return own < Math.floor(most / Math.max(1, own > 0 ? names : names + 1));
}
