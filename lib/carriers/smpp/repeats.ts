import { newId } from "@/lib/ids";

const MAX_REMEMBERED = 5_000;

/** An answer that was written so long before a bind ended may have been lost with it. */
const LOST_ANSWER_MS = 60_000;

/** So long after the bind ended, or after the next one began, the network repeats what it may not have been answered. */
const REPEATED_WITHIN_MS = 300_000;

/** A bind, and since when there is that connection, by `performance.now()`. */
export type DeliveringLink = { readonly openedAt: number };

/** `doubtfulSince`: when the bind ended with which our answer may have been lost. */
type Remembered = {
  reference: string;
  link: DeliveringLink;
  answeredAt: number | null;
  doubtfulSince: number | null;
};

/**
 * Tells a message that the network delivers again from one that a person sends twice. The network does so when our answer
 * did not reach it: when the bind ended before the answer, or soon after it. Then the message has the reference that it had,
 * where it comes by another bind within five minutes: what comes later is somebody's who says the same once more.
 * Who took it in a process that has ended is known by `InboundOrigin`.
 */
export class Repeats {
  private readonly messages = new Map<string, Remembered>();

  /** @param content a hash of all that the message is. */
  begin(
    content: string,
    link: DeliveringLink,
    at: number,
  ): { reference: string; answered: (at: number) => void } {
    const before = this.messages.get(content);
    const reference = before && isRepeat(before, link, at) ? before.reference : newId();
    const remembered: Remembered = { reference, link, answeredAt: null, doubtfulSince: null };
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
  linkEnded(link: DeliveringLink, at: number): void {
    for (const message of this.messages.values())
      if (message.link === link && at - (message.answeredAt ?? at) <= LOST_ANSWER_MS)
        message.doubtfulSince = at;
  }
}

function isRepeat({ doubtfulSince, link: first }: Remembered, link: DeliveringLink, at: number): boolean {
  if (doubtfulSince === null || first === link) return false;
  return at - Math.max(doubtfulSince, link.openedAt) <= REPEATED_WITHIN_MS;
}
