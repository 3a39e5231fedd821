import type { Outgoing, Settle } from "@/lib/carriers/carrier";
import { MessageRun } from "@/lib/carriers/smpp/message-run";
import type { WirePart } from "@/lib/smpp/text/split";

/** A message at a carrier. `place` is its place among all that were handed over, and `since` when that was. */
export type Waiting = { run: MessageRun; settle: Settle; since: number; place: number };

/** The messages of a carrier that wait for a link, in the order in which they were handed over. */
export class WaitingLine {
  private entries: Waiting[] = [];
  private places = 0;

  get length(): number {
    return this.entries.length;
  }

  /** The message whose turn it is. */
  get head(): Waiting | undefined {
    return this.entries[0];
  }

  add(message: Outgoing, wire: readonly WirePart[], settle: Settle): void {
    const run = new MessageRun(message, wire);
    this.entries.push({ run, settle, since: performance.now(), place: ++this.places });
  }

  /** Takes the message whose turn it is out of the line. */
  shift(): void {
    this.entries.shift();
  }

  /** Takes a message back, before all that were handed over later: the order stays. */
  putBack(entry: Waiting): void {
    const next = this.entries.findIndex(({ place }) => place > entry.place);
    this.entries.splice(next < 0 ? this.entries.length : next, 0, entry);
  }

  /** Takes some messages out of the line. */
  take(which: (entry: Waiting) => boolean): Waiting[] {
    const taken = this.entries.filter(which);
    if (taken.length > 0) this.entries = this.entries.filter((entry) => !which(entry));
    return taken;
  }
}
