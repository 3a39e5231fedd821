import type { MessageFindings, Outcome, Submission } from "@/lib/messages/accept/submission";

/** A request that waits to be accepted, or is in flight. */
export type PendingRequest = {
  submission: Submission;
  now: Date;
  render: (taken: MessageFindings) => Iterable<string>;
  settle: (outcome: Outcome) => void;
  /** The time at which it began to wait, by `performance.now()`. */
  since: number;
};

/**
 * The size of a request. Requests are light or heavy by their number of messages. Two kinds of light
 * requests need further statements: the button of a form (`pressed`), and an API key with a daily limit (`limited`).
 * Each size has separate slots.
 */
export type SlotSize = "light" | "pressed" | "limited" | "heavy";

/** The most requests in one batch. */
const MAX_SUBMISSIONS = 100;

/** The most messages in one batch. A request with more messages is a batch by itself. */
const MAX_ITEMS: Readonly<Record<SlotSize, number>> = {
  light: 1_000,
  pressed: 1_000,
  limited: 1_000,
  heavy: 10_000,
};

/** The most messages of a light request. */
export const MAX_LIGHT_ITEMS = 250;

/**
 * Removes the next batch from the pending requests: the first ones of each account, in order. Accounts in flight are
 * skipped. Several accounts share the batch equally, and the account that has waited longest comes first.
 * @param pending the requests by account, longest wait first. The returned requests are removed from it.
 */
export function takeBatch(
  pending: Map<number, PendingRequest[]>,
  inFlight: ReadonlySet<number>,
  size: SlotSize,
): PendingRequest[] {
  const ready = [...pending].filter(([account, [first]]) => !inFlight.has(account) && hasSize(first, size));
  const share = Math.max(1, Math.floor(MAX_SUBMISSIONS / Math.max(1, ready.length)));
  const batch: PendingRequest[] = [];
  let items = 0;
  for (const [account, queue] of ready) {
    let taken = 0;
    while (taken < share && batch.length < MAX_SUBMISSIONS && hasSize(queue[taken], size)) {
      const next = queue[taken] as PendingRequest;
      const isFull = items + next.submission.items.length > MAX_ITEMS[size];
      if (
        batch.length > 0 &&
        (isFull || isAlone(next.submission) || isAlone((batch[0] as PendingRequest).submission))
      )
        break;
      batch.push(next);
      items += next.submission.items.length;
      taken++;
    }
    if (taken === 0) continue;
    queue.splice(0, taken);
    // The account moves to the end: the others are served before it is served again.
    pending.delete(account);
    if (queue.length > 0) pending.set(account, queue);
    if (batch.length === MAX_SUBMISSIONS) break;
  }
  return batch;
}

function hasSize(request: PendingRequest | undefined, size: SlotSize): boolean {
  return request !== undefined && slotSizeOf(request.submission) === size;
}

/**
 * Returns whether a request needs further statements beside that of its batch. These must neither delay nor fail
 * other requests.
 */
export function isAlone({ form, line, limitedKeyId }: Submission): boolean {
  return form !== undefined || line !== undefined || Boolean(limitedKeyId);
}

/** Returns the size of the slot that a request needs. */
export function slotSizeOf(submission: Submission): SlotSize {
  if (submission.items.length > MAX_LIGHT_ITEMS) return "heavy";
  if (submission.limitedKeyId) return "limited";
  return isAlone(submission) ? "pressed" : "light";
}
