/** A written reply, and its idempotency key. */
export type Reply = { text: string; unicode: boolean; key: string };

/** Failed replies by number, for a form that opens later. */
const waiting = new Map<string, Reply[]>();

/** The open forms by number. */
const takers = new Map<string, (reply: Reply) => void>();

/** Passes a failed reply to its number's form: the open form, or else the next one. */
export function giveBack(number: string, reply: Reply): void {
  const take = takers.get(number);
  if (take) take(reply);
  else waiting.set(number, [...(waiting.get(number) ?? []), reply]);
}

/**
 * Registers a form for the failed replies to its number, including earlier ones. Returns a function that ends
 * this.
 */
export function takeBack(number: string, take: (reply: Reply) => void): () => void {
  takers.set(number, take);
  // A form puts each reply before the earlier ones.
  for (const reply of (waiting.get(number) ?? []).reverse()) take(reply);
  waiting.delete(number);
  return () => {
    if (takers.get(number) === take) takers.delete(number);
  };
}
