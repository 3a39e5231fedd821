import { newId } from "@/lib/ids";

const MAX_REMEMBERED = 5_000;

/** An answer that was written within this time before a bind's end may have been lost. */
const LOST_ANSWER_MS = 60_000;

/** The network repeats unanswered messages within this time after the bind's end, or after the next bind. */
const REPEATED_WITHIN_MS = 300_000;

/** A bind. `openedAt` is the time of its connection, from `performance.now()`. */
export type DeliveringLink = { readonly openedAt: number };

/**
 * A received message. `doubtfulSince` is the end of the bind with which the gateway's answer may have been
 * lost.
 */
type ReceivedMessage = {
  reference: string;
  link: DeliveringLink;
  answeredAt: number | null;
  doubtfulSince: number | null;
};

/**
 * Distinguishes a message that the network delivers again from one that a person sends twice. The network
 * does so if it did not receive the gateway's answer: if the bind ended before the answer, or soon after it.
 * If the message then comes over another bind within five minutes, it keeps its reference. A later one is a
 * new message. For messages of an earlier process, see `InboundOrigin`.
 */
export class Repeats {
  private readonly messages = new Map<string, ReceivedMessage>();

  /**
   * Returns the reference of a message, and a function that records its answer.
   * @param content a hash of the whole message.
   */
  begin(
    content: string,
    link: DeliveringLink,
    at: number,
  ): { reference: string; answered: (at: number) => void } {
    const before = this.messages.get(content);
    const reference = before && isRepeat(before, link, at) ? before.reference : newId();
    const remembered: ReceivedMessage = { reference, link, answeredAt: null, doubtfulSince: null };
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

  /** Records the end of a bind: its answers of the last minute may be lost. */
  linkEnded(link: DeliveringLink, at: number): void {
    for (const message of this.messages.values())
      if (message.link === link && at - (message.answeredAt ?? at) <= LOST_ANSWER_MS)
        message.doubtfulSince = at;
  }
}

function isRepeat(
  { doubtfulSince, link: first }: ReceivedMessage,
  link: DeliveringLink,
  at: number,
): boolean {
  if (doubtfulSince === null || first === link) return false;
  return at - Math.max(doubtfulSince, link.openedAt) <= REPEATED_WITHIN_MS;
}
