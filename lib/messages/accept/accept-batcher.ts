import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { hasFairPlace } from "@/lib/fair-place";
import { acceptWith, type Busy } from "@/lib/messages/accept/accept";
import type { Locking } from "@/lib/messages/accept/accept.sql";
import { isRefusedByDatabase } from "@/lib/messages/accept/database-refusal";
import { currentHandOver } from "@/lib/messages/accept/hand-over";
import { type Lane, laneOf, takeBatch, type Waiting } from "@/lib/messages/accept/next-batch";
import type { Outcome, Submission, Taken } from "@/lib/messages/accept/submission";
import { LEASE_MS, type Leased } from "@/lib/queue/leased";

/**
 * Statements under way at once: of requests with few messages each, and of large ones, which take their time. A
 * statement costs the database as much as eight of its messages: one that waits for the one before takes more of them.
 */
const LANES: Readonly<Record<Lane, number>> = { light: 1, heavy: 2 };
const BOTH: readonly Lane[] = ["light", "heavy"];

/** Accounts that are waited for at once, each on a connection, since another transaction has them. */
const MOST_HELD = 4;

/** So long after another transaction had an account it is waited for from the beginning: other processes accept for it too. */
const CONTENDED_MS = 1_000;

/** Most requests that wait in this process (rules: accepting): a database that takes so long is not keeping up. */
const MAX_PENDING = 10_000;

/** What waits in this process, by account in the order it came, and whose requests are under way. */
type Group = {
  waiting: Map<number, Waiting[]>;
  inFlight: Set<number>;
  /** How many requests of each account are not answered. */
  pending: Map<number, number>;
  lanes: Record<Lane, number>;
  /** Requests of one account each, for which a connection waits or will. */
  held: Waiting[][];
  waitedFor: number;
  /** Accounts that another transaction had, by when that was seen last. */
  contended: Map<number, number>;
  /** Lanes that are looked at when what has arrived by now is read. */
  waking: Set<Lane>;
};

// Next bundles each route apart: the group is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayGroups?: WeakMap<Database, Group> };

/**
 * Accepts a request together with whatever else has come meanwhile, of any account: while some are being committed,
 * those that arrive gather, and go in one statement as soon as a lane is free. Nothing waits where nothing is under
 * way, and the busier the server the less each message costs. An account's requests are taken in the order they came.
 *
 * No lane waits for an account that another transaction has, so that it keeps nobody but itself waiting. Where too many
 * wait, of this account as a share of all, the outcome is `failed` with a GatewayError `unavailable`: nothing was done.
 */
export function acceptTogether(
  db: Database,
  submission: Submission,
  now: Date,
  render: (taken: Taken) => Iterable<string>,
): Promise<Outcome> {
  const group = groupOf(db);
  const { accountId } = submission;
  if (!hasFairPlace(group.pending.get(accountId) ?? 0, group.pending.size, MAX_PENDING))
    return Promise.resolve({ kind: "failed", error: tooManyPending() });
  countPending(group, accountId, 1);
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      countPending(group, accountId, -1);
      resolve(outcome);
    };
    const waiting = { submission, now, render, settle };
    const queue = group.waiting.get(submission.accountId);
    if (queue) queue.push(waiting);
    else group.waiting.set(submission.accountId, [waiting]);
    startSoon(db, group, laneOf(waiting));
  });
}

function countPending({ pending }: Group, accountId: number, by: 1 | -1): void {
  const count = (pending.get(accountId) ?? 0) + by;
  if (count > 0) pending.set(accountId, count);
  else pending.delete(accountId);
}

function tooManyPending(): GatewayError {
  const sentence =
    "More is to be sent than can be taken just now. Nothing was done: repeat the request in a moment.";
  return new GatewayError("unavailable", sentence, { "Retry-After": "1" });
}

function groupOf(db: Database): Group {
  holder.gatewayGroups ??= new WeakMap();
  const existing = holder.gatewayGroups.get(db);
  if (existing) return existing;
  const lanes = { light: 0, heavy: 0 };
  const group: Group = {
    waiting: new Map(),
    inFlight: new Set(),
    pending: new Map(),
    lanes,
    held: [],
    waitedFor: 0,
    contended: new Map(),
    waking: new Set(),
  };
  holder.gatewayGroups.set(db, group);
  return group;
}

/** In the same turn of the event loop, once every request has been read that is there: they go together. */
function startSoon(db: Database, group: Group, lane: Lane): void {
  if (group.waking.has(lane)) return;
  group.waking.add(lane);
  setImmediate(() => {
    group.waking.delete(lane);
    startLanes(db, group, [lane]);
  });
}

function startLanes(db: Database, group: Group, lanes = BOTH): void {
  takeContended(group);
  waitForHeld(db, group);
  for (const lane of lanes) {
    while (group.lanes[lane] < LANES[lane]) {
      const batch = takeBatch(group.waiting, group.inFlight, lane);
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
  const left = new Map<number, Waiting[]>();
  for (const { submission } of batch) {
    group.inFlight.add(submission.accountId);
    left.set(submission.accountId, []);
  }
  const outcomes = await carryOut(db, batch, "skip");
  for (const [index, waiting] of batch.entries()) {
    const outcome = outcomes[index] as Outcome | Busy;
    if (outcome.kind === "busy") left.get(waiting.submission.accountId)?.push(waiting);
    else waiting.settle(outcome);
  }
  for (const [account, requests] of left) {
    if (requests.length === 0) group.inFlight.delete(account);
    else {
      group.contended.set(account, performance.now());
      group.held.push(requests);
    }
  }
}

/** Sets aside what waits for contended accounts: to be passed over in a lane costs as much as to be accepted. */
function takeContended(group: Group): void {
  const since = performance.now() - CONTENDED_MS;
  for (const [account, seenAt] of group.contended) {
    if (seenAt < since) group.contended.delete(account);
    else if (!group.inFlight.has(account)) takeWaiting(group, account);
  }
}

function takeWaiting(group: Group, account: number): void {
  const queue = group.waiting.get(account);
  const [first] = queue ?? [];
  if (!queue || !first) return;
  const own = new Map([[account, queue]]);
  group.held.push(takeBatch(own, group.inFlight, laneOf(first)));
  group.inFlight.add(account);
  if (!own.has(account)) group.waiting.delete(account);
}

function waitForHeld(db: Database, group: Group): void {
  while (group.waitedFor < MOST_HELD) {
    const requests = group.held.shift();
    if (!requests) return;
    group.waitedFor++;
    void carryOut(db, requests, "wait").then((outcomes) => {
      for (const [index, { settle }] of requests.entries()) settle(outcomes[index] as Outcome);
      group.waitedFor--;
      for (const { submission } of requests) group.inFlight.delete(submission.accountId);
      startLanes(db, group);
    });
  }
}

/**
 * One statement for all; where it was undone for certain, since the database refuses what one of them holds or a
 * response could not be made, one for each, so that only that one fails. What may have been committed is never repeated.
 */
async function carryOut(
  db: Database,
  batch: readonly Waiting[],
  locking: Locking,
): Promise<(Outcome | Busy)[]> {
  const submissions = batch.map(({ submission }) => submission);
  const latest = new Date(Math.max(...batch.map(({ now }) => now.getTime())));
  const handOver = currentHandOver();
  const messages = submissions.reduce((sum, { items }) => sum + items.length, 0);
  const lease = handOver?.hasRoomFor(messages) ? new Date(latest.getTime() + LEASE_MS) : null;
  const thrown = new Set<unknown>();
  function* render(index: number, taken: Taken) {
    try {
      yield* (batch[index] as Waiting).render(taken);
    } catch (error) {
      thrown.add(error);
      throw error;
    }
  }
  const outcomes = await acceptWith(db, submissions, latest, render, { locking, lease });
  if (lease)
    handOver?.take(
      outcomes.flatMap((outcome, index) =>
        leasedOf(submissions[index] as Submission, outcome, latest, lease),
      ),
    );
  if (batch.length === 1) return outcomes;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== "failed") continue;
    if (!thrown.has(outcome.error) && !isRefusedByDatabase(outcome.error)) continue;
    const [alone] = await carryOut(db, [batch[index] as Waiting], locking);
    outcomes[index] = alone as Outcome | Busy;
  }
  return outcomes;
}

/** What of a request is ours to hand over, as the statement decided it: what is due, and not blocked. */
function leasedOf(
  { accountId, sender, body, encryptedBody, encoding, items }: Submission,
  outcome: Outcome | Busy,
  acceptedAt: Date,
  lease: Date,
): Leased[] {
  if (outcome.kind !== "accepted") return [];
  const message = { accountId, sender, body, encryptedBody, encoding, acceptedAt, lease };
  return items
    .filter(({ id, dueAt }) => dueAt !== null && dueAt <= acceptedAt && !outcome.blocked.has(id))
    .map(({ id, msisdn }) => ({ ...message, id, msisdn, attempts: 1, firstTriedAt: acceptedAt }));
}
