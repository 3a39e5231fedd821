import type { Settle } from "@/lib/carriers/carrier";
import type { MessageRun } from "@/lib/carriers/smpp/message-run";

/** A message at a carrier. `place` is its place among all that were handed over, and `since` when that was. */
export type Waiting = { run: MessageRun; settle: Settle; since: number; place: number };

/** Puts a message among those that wait, which are by their places: before all that were handed over later. */
export function putInPlace(waiting: Waiting[], entry: Waiting): void {
  const next = waiting.findIndex(({ place }) => place > entry.place);
  waiting.splice(next < 0 ? waiting.length : next, 0, entry);
}
