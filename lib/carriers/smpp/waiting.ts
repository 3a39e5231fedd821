import type { Outgoing, Settle } from "@/lib/carriers/carrier";
import { MessageRun } from "@/lib/carriers/smpp/message-run";
import type { WirePart } from "@/lib/smpp/text/split";

/**
 * A message at a carrier. `place` is its position among all submitted messages, and `since` the time of its
 * submission.
 */
export type Waiting = { run: MessageRun; settle: Settle; since: number; place: number };

/** The messages of a carrier that wait for a link, in the order of their submission. */
export class WaitingLine {
  private entries: Waiting[] = [];
  private places = 0;

  get length(): number {
    return this.entries.length;
  }

  /** The first message in the line. */
  get head(): Waiting | undefined {
    return this.entries[0];
  }

  add(message: Outgoing, wire: readonly WirePart[], settle: Settle): void {
    const run = new MessageRun(message, wire);
    this.entries.push({ run, settle, since: performance.now(), place: ++this.places });
  }

  /** Removes the first message from the line. */
  shift(): void {
    this.entries.shift();
  }

  /** Inserts a message at its former place in the order. */
  putBack(entry: Waiting): void {
    const next = this.entries.findIndex(({ place }) => place > entry.place);
    this.entries.splice(next < 0 ? this.entries.length : next, 0, entry);
  }

  /** Removes messages from the line, and returns them. */
  take(which: (entry: Waiting) => boolean): Waiting[] {
    const taken = this.entries.filter(which);
    if (taken.length > 0) this.entries = this.entries.filter((entry) => !which(entry));
    return taken;
  }
}
