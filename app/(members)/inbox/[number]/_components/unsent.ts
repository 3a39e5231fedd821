/** A reply that is written, and its idempotency key. */
export type Reply = { text: string; unicode: boolean; key: string };

/** Replies that were not sent, by their numbers, for a form that is opened later. */
const waiting = new Map<string, Reply[]>();

/** The forms that are on the page. */
const takers = new Map<string, (reply: Reply) => void>();

/** Gives a reply that was not sent back to its number's form: to that on the page, or else to the next one. */
export function giveBack(number: string, reply: Reply): void {
  const take = takers.get(number);
  if (take) take(reply);
  else waiting.set(number, [...(waiting.get(number) ?? []), reply]);
}

/** Has a form take what could not be sent to its number, from now on and before. Returns how to end that. */
export function takeBack(number: string, take: (reply: Reply) => void): () => void {
  takers.set(number, take);
  // A form puts each in front of those before.
  for (const reply of (waiting.get(number) ?? []).reverse()) take(reply);
  waiting.delete(number);
  return () => {
    if (takers.get(number) === take) takers.delete(number);
  };
}
