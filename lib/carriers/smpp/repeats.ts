import { newId } from "@/lib/ids";

const MAX_REMEMBERED = 5_000;

/** An answer that was written so long before a bind ended may have been lost with it. */
const LOST_ANSWER_MS = 60_000;

type Remembered = { reference: string; link: object; answeredAt: number | null; isDoubtful: boolean };

/**
 * Tells a message that the network delivers again from one that a person sends twice. The network does so when our answer
 * did not reach it: when the bind ended before the answer, or soon after it. Then the message has the reference that it had.
 * Who took it in a process that has ended is known by `InboundOrigin`.
 */
export class Repeats {
  private readonly messages = new Map<string, Remembered>();

  /** @param content a hash of all that the message is. */
  begin(content: string, link: object): { reference: string; answered: (at: number) => void } {
    const before = this.messages.get(content);
    const reference = before?.isDoubtful && before.link !== link ? before.reference : newId();
    const remembered: Remembered = { reference, link, answeredAt: null, isDoubtful: false };
    this.messages.delete(content);
    this.messages.set(content, remembered);
    if (this.messages.size > MAX_REMEMBERED) this.messages.delete(this.messages.keys().next().value ?? "");
    return {
      reference,
      answered: (at) => {
        remembered.answeredAt = at;
      },
    };
  }

  /** A bind has ended: its answers of the last minute may be lost. */
  linkEnded(link: object, at: number): void {
    for (const message of this.messages.values())
      if (message.link === link && at - (message.answeredAt ?? at) <= LOST_ANSWER_MS)
        message.isDoubtful = true;
  }
}
