import type { Database } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept";
import type { Outcome, Submission, Taken } from "@/lib/messages/submission";

/** Most requests, and most messages, that one statement takes; a request larger than that goes alone. */
const MOST_SUBMISSIONS = 100;
const MOST_ITEMS = 10_000;

type Waiting = {
  submission: Submission;
  now: Date;
  render: (taken: Taken) => string;
  settle: (outcome: Outcome) => void;
};

/** The requests of each account that wait in this process while others of the same account are being accepted. */
const queues = new WeakMap<Database, Map<number, Waiting[]>>();

/**
 * Accepts a request. An account's requests wait for its row in the database anyway; here they wait without a
 * connection each, and those that have gathered meanwhile are accepted together. So no account, however busy, keeps
 * the others from the database, and the busier it is the less each of its messages costs.
 */
export function acceptTogether(
  db: Database,
  submission: Submission,
  now: Date,
  render: (taken: Taken) => string,
): Promise<Outcome> {
  const accounts = queues.get(db) ?? new Map<number, Waiting[]>();
  queues.set(db, accounts);
  return new Promise((settle) => {
    const waiting = { submission, now, render, settle };
    const queue = accounts.get(submission.accountId);
    if (queue) queue.push(waiting);
    else void drain(db, accounts, submission.accountId, [waiting]);
  });
}

async function drain(
  db: Database,
  accounts: Map<number, Waiting[]>,
  accountId: number,
  queue: Waiting[],
): Promise<void> {
  accounts.set(accountId, queue);
  while (queue.length > 0) {
    const batch = queue.splice(0, batchSize(queue));
    const latest = new Date(Math.max(...batch.map(({ now }) => now.getTime())));
    const outcomes = await accept(
      db,
      batch.map(({ submission }) => submission),
      latest,
      (index, taken) => (batch[index] as Waiting).render(taken),
    );
    for (const [index, { settle }] of batch.entries()) settle(outcomes[index] as Outcome);
  }
  accounts.delete(accountId);
}

function batchSize(queue: readonly Waiting[]): number {
  let items = 0;
  const tooMany = queue.findIndex(({ submission }, index) => {
    items += submission.items.length;
    return index === MOST_SUBMISSIONS || (index > 0 && items > MOST_ITEMS);
  });
  return tooMany < 0 ? queue.length : tooMany;
}
