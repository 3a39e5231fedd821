import type { Database } from "@/lib/db/client";
import { accept, acceptUnlocked, type Busy } from "@/lib/messages/accept";
import { isRefusedByDatabase } from "@/lib/messages/database-refusal";
import { type Lane, laneOf, takeBatch, type Waiting } from "@/lib/messages/next-batch";
import type { Outcome, Submission, Taken } from "@/lib/messages/submission";

/** Statements under way at once: of requests with few messages each, and of large ones, which take their time. */
const LANES: Readonly<Record<Lane, number>> = { light: 2, heavy: 2 };
const BOTH: readonly Lane[] = ["light", "heavy"];

/** What waits in this process, by account in the order it came, and whose requests are under way. */
type Group = {
  waiting: Map<number, Waiting[]>;
  underWay: Set<number>;
  lanes: Record<Lane, number>;
};

// Next bundles each route apart: the group is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayGroups?: WeakMap<Database, Group> };

/**
 * Accepts a request together with whatever else has come meanwhile, of any account: while some are being committed,
 * those that arrive gather, and go in one statement as soon as a lane is free. Nothing waits where nothing is under
 * way, and the busier the server the less each message costs. An account's requests are taken in the order they came.
 */
export function acceptTogether(
  db: Database,
  submission: Submission,
  now: Date,
  render: (taken: Taken) => string,
): Promise<Outcome> {
  const group = groupOf(db);
  return new Promise((settle) => {
    const queue = group.waiting.get(submission.accountId);
    const waiting = { submission, now, render, settle };
    if (queue) queue.push(waiting);
    else group.waiting.set(submission.accountId, [waiting]);
    startLanes(db, group, [laneOf(waiting)]);
  });
}

function groupOf(db: Database): Group {
  holder.gatewayGroups ??= new WeakMap();
  const existing = holder.gatewayGroups.get(db);
  if (existing) return existing;
  const group: Group = { waiting: new Map(), underWay: new Set(), lanes: { light: 0, heavy: 0 } };
  holder.gatewayGroups.set(db, group);
  return group;
}

function startLanes(db: Database, group: Group, lanes = BOTH): void {
  for (const lane of lanes) {
    while (group.lanes[lane] < LANES[lane]) {
      const batch = takeBatch(group.waiting, group.underWay, lane);
      if (batch.length === 0) break;
      group.lanes[lane]++;
      void run(db, group, batch).finally(() => {
        group.lanes[lane]--;
        startLanes(db, group);
      });
    }
  }
}

async function run(db: Database, group: Group, batch: readonly Waiting[]): Promise<void> {
  const accounts = new Set(batch.map(({ submission }) => submission.accountId));
  for (const account of accounts) group.underWay.add(account);
  const held: Waiting[] = [];
  const outcomes = await carryOut(db, batch, accounts.size > 1);
  for (const [index, waiting] of batch.entries()) {
    const outcome = outcomes[index] as Outcome | Busy;
    if (outcome.kind === "busy") held.push(waiting);
    else waiting.settle(outcome);
  }
  const busy = new Set(held.map(({ submission }) => submission.accountId));
  for (const account of accounts) if (!busy.has(account)) group.underWay.delete(account);
  // What another transaction holds waits for it by itself, and in front of what has come since.
  for (const account of busy) {
    void waitFor(
      db,
      held.filter(({ submission }) => submission.accountId === account),
    ).finally(() => {
      group.underWay.delete(account);
      startLanes(db, group);
    });
  }
}

async function waitFor(db: Database, batch: readonly Waiting[]): Promise<void> {
  const outcomes = await carryOut(db, batch, false);
  for (const [index, { settle }] of batch.entries()) settle(outcomes[index] as Outcome);
}

/**
 * One statement for all; where the database refuses what one of them holds, one for each, so that only that one fails.
 * A statement that may have been committed is never repeated.
 */
async function carryOut(
  db: Database,
  batch: readonly Waiting[],
  skipLocked: boolean,
): Promise<(Outcome | Busy)[]> {
  const submissions = batch.map(({ submission }) => submission);
  const latest = new Date(Math.max(...batch.map(({ now }) => now.getTime())));
  const outcomes = await (skipLocked ? acceptUnlocked : accept)(db, submissions, latest, (index, taken) =>
    (batch[index] as Waiting).render(taken),
  );
  if (batch.length === 1) return outcomes;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== "failed" || !isRefusedByDatabase(outcome.error)) continue;
    const [alone] = await carryOut(db, [batch[index] as Waiting], false);
    outcomes[index] = alone as Outcome;
  }
  return outcomes;
}
