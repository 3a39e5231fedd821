import type { Outcome, Submission, Taken } from "@/lib/messages/accept/submission";

/** A request that waits to be accepted. */
export type Waiting = {
  submission: Submission;
  now: Date;
  render: (taken: Taken) => Iterable<string>;
  settle: (outcome: Outcome) => void;
};

/** Small requests do not stand behind large ones: they have a way of their own. */
export type Lane = "light" | "heavy";

/** Most requests, and most messages, that one statement takes; a request with more messages goes alone. */
const MOST_SUBMISSIONS = 100;
const MOST_ITEMS: Readonly<Record<Lane, number>> = { light: 1_000, heavy: 10_000 };

/** From so many messages on a request is heavy: its statement takes long, and small ones should not stand behind it. */
const HEAVY_ITEMS = 250;

/**
 * Takes what goes into the next statement out of what waits: of every account that has nothing under way, its first
 * requests, in order. Where many accounts wait, each gets its share; the first to be served is the one that waited
 * longest.
 * @param waiting by account, in the order in which they began to wait; it is left with what has not been taken.
 */
export function takeBatch(
  waiting: Map<number, Waiting[]>,
  inFlight: ReadonlySet<number>,
  lane: Lane,
): Waiting[] {
  const ready = [...waiting].filter(([account, [first]]) => !inFlight.has(account) && isFor(lane, first));
  const share = Math.max(1, Math.floor(MOST_SUBMISSIONS / Math.max(1, ready.length)));
  const batch: Waiting[] = [];
  let items = 0;
  for (const [account, queue] of ready) {
    let taken = 0;
    while (taken < share && batch.length < MOST_SUBMISSIONS && isFor(lane, queue[taken])) {
      const next = queue[taken] as Waiting;
      if (batch.length > 0 && items + next.submission.items.length > MOST_ITEMS[lane]) break;
      batch.push(next);
      items += next.submission.items.length;
      taken++;
    }
    if (taken === 0) continue;
    queue.splice(0, taken);
    // Behind all others: whoever has been served is served again when the others have been.
    waiting.delete(account);
    if (queue.length > 0) waiting.set(account, queue);
    if (batch.length === MOST_SUBMISSIONS) break;
  }
  return batch;
}

function isFor(lane: Lane, waiting: Waiting | undefined): boolean {
  return waiting !== undefined && laneOf(waiting) === lane;
}

/** Which lane a request goes by. */
export function laneOf(waiting: Waiting): Lane {
  return waiting.submission.items.length > HEAVY_ITEMS ? "heavy" : "light";
}
