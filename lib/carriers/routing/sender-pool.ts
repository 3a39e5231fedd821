/**
 * Returns the number of a pool that an account's messages to a recipient are sent from: always the same one
 * (rules: sender pools). If a number is added or removed, it changes for few recipients.
 * @param pool at least one number, in any order.
 */
export function poolNumber(
  pool: readonly string[],
  { accountId, msisdn }: { accountId: number; msisdn: string },
): string {
  let [found = "", most] = [pool[0], -1];
  for (const number of pool) {
    const weight = hashOf(`${accountId} ${msisdn} ${number}`);
    if (weight > most || (weight === most && number < found)) [found, most] = [number, weight];
  }
  return found;
}

/**
 * Returns a hash of 32 bits: FNV-1a, with its bits mixed at the end. The function must not change: it assigns
 * numbers to recipients.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
