import { beforeEach, expect, it, onTestFinished } from "vitest";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { acceptWith } from "@/lib/messages/accept/accept";
import type { Item } from "@/lib/messages/accept/submission";
import type { Finished } from "@/lib/messages/dispatch/finish/finish.sql";
import { expired } from "@/lib/messages/dispatch/finish/finish-of";
import { recordFinished } from "@/lib/messages/dispatch/finish/record-finished";
import { endBatchLeases, leaseAllOneByOne } from "@/lib/queue/batch-leases";
import { LEASE_MS } from "@/lib/queue/leased";
import { useTestDatabase } from "@/tests/support/database/database";
import { leasedTogether, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOON.getTime() + ms);
const LEASE_ENDS = later(LEASE_MS);

let accountId: number;
beforeEach(async () => {
  await emptyQueue();
  ({ accountId } = await testAccount());
});

/** Messages that this process has accepted together and is to hand over, with the answer of a network that takes them. */
async function acceptedTogether(count: number, encryptedBody: Buffer | null = null): Promise<Finished[]> {
  const items = Array.from({ length: count }, () => testItem({ dueAt: NOON }));
  const submission = testSubmission(accountId, { items, encryptedBody });
  const terms = {
    now: NOON,
    render: () => "",
    locking: "wait",
    leases: leasedTogether(submission, LEASE_ENDS),
  } as const;
  const [outcome] = await acceptWith(db(), [submission], terms);
  if (outcome?.kind !== "accepted") throw new Error("It was not accepted.");
  const { leaseId } = outcome;
  return items.map((item) => takenOf(item, encryptedBody === null ? leaseId : null));
}

function takenOf({ id }: Item, leaseId: string | null): Finished {
  return {
    accountId,
    acceptedAt: NOON,
    id,
    lease: LEASE_ENDS,
    leaseId,
    at: NOON,
    answerMs: 1,
    partCount: 1,
    hasEarlierParts: false,
    isPossibleDuplicate: false,
    outcome: "accepted",
    partsLeft: null,
    parts: [{ part: 0, reference: `ref ${id}`, state: "accepted", error: null, costMicros: null }],
  };
}

const record = (finished: readonly Finished[], by: Database = db()) =>
  recordFinished(by, finished, "simulator", later(5));

const leases = () =>
  db().query<{ until: Date; messages: number }>(
    sql`select until, cardinality(message_ids) as messages from queue_leases`,
  );

/** Where the row of each message is in the queue's file: it changes with every version of a row. */
const places = () => db().query(sql`select message_id, ctid::text from message_queue order by message_id`);

/** What became of each message, in the order of their ids. */
async function states(): Promise<string[]> {
  const messages = await messagesOf(accountId);
  return messages.map(({ dueAt, carrierReference, id }) => {
    if (dueAt === null) return carrierReference === `ref ${id}` ? "taken" : "nobody's";
    return carrierReference === null ? `due ${dueAt.getTime() - NOON.getTime()}` : "taken and due";
  });
}

it("messages that are accepted together have one lease, and are recorded without a change of their rows", async () => {
  const finished = await acceptedTogether(3);
  expect(await leases()).toEqual([{ until: LEASE_ENDS, messages: 3 }]);
  const before = await places();
  expect(await record(finished)).toEqual([]);
  expect(await places()).toEqual(before);
  expect(await leases()).toEqual([]);
  expect(await states()).toEqual(["taken", "taken", "taken"]);
  expect(await messagesOf(accountId)).toMatchObject(
    Array.from({ length: 3 }, () => ({ attempts: 1, submittedAt: NOON, isQueued: true, status: "PENDING" })),
  );
});

it("those that are recorded first leave leases of their own to the others", async () => {
  const finished = await acceptedTogether(3);
  expect(await record(finished.slice(0, 1))).toEqual([]);
  expect(await leases()).toEqual([]);
  expect(await states()).toEqual(["taken", `due ${LEASE_MS}`, `due ${LEASE_MS}`]);
  expect(await record(finished.slice(1))).toEqual([]);
  expect(await states()).toEqual(["taken", "taken", "taken"]);
});

it("what is refused or tried again beside others is recorded as it always was", async () => {
  const [taken, refused, again] = (await acceptedTogether(3)) as [Finished, Finished, Finished];
  const { partsLeft, ...rest } = refused as Finished & { partsLeft: null };
  const terms = {
    outcome: "again",
    retryAt: later(9),
    isAttempt: true,
    unknownSince: null,
    putOff: 0,
  } as const;
  const left = await record([taken, { ...rest, outcome: "refused" }, { ...again, ...terms, parts: [] }]);
  expect([left, partsLeft]).toEqual([[], null]);
  expect(await leases()).toEqual([]);
  const [first, second, third] = await messagesOf(accountId);
  expect(first).toMatchObject({ status: "PENDING", dueAt: null });
  expect(second).toMatchObject({ status: "FAILED", isQueued: false });
  expect(third).toMatchObject({ status: "PENDING", dueAt: later(9), attempts: 1 });
});

it("what is not worth handing over any more has failed at once, and leaves leases of their own to the others", async () => {
  const [over, other] = (await acceptedTogether(2)) as [Finished, Finished];
  expect(await record([expired(over, later(5))])).toEqual([]);
  expect(await messagesOf(accountId)).toMatchObject([{ status: "FAILED" }, { dueAt: LEASE_ENDS }]);
  expect(await record([other])).toEqual([]);
});

it("a lease that runs out makes its messages due, and a late answer changes nothing", async () => {
  const finished = await acceptedTogether(2);
  await endBatchLeases(db(), later(LEASE_MS - 1));
  expect(await leases()).toHaveLength(1);
  await endBatchLeases(db(), LEASE_ENDS);
  expect(await leases()).toEqual([]);
  expect(await states()).toEqual([`due ${LEASE_MS}`, `due ${LEASE_MS}`]);
  await db().query(sql`update message_queue set due_at = due_at + interval '1 minute'`);
  expect(await record(finished)).toEqual(finished.map(({ id }) => id));
  expect(await states()).toEqual([`due ${2 * LEASE_MS}`, `due ${2 * LEASE_MS}`]);
});

it("a text with a one-time code is leased by its row, so that it is erased once a network has it", async () => {
  const finished = await acceptedTogether(2, Buffer.from("encrypted"));
  expect(await leases()).toEqual([]);
  expect(await states()).toEqual([`due ${LEASE_MS}`, `due ${LEASE_MS}`]);
  expect(await record(finished)).toEqual([]);
  expect(await messagesOf(accountId)).toMatchObject([{ encryptedBody: null }, { encryptedBody: null }]);
});

it("a record that is rolled back leaves the lease", async () => {
  const finished = await acceptedTogether(2);
  const killed = db().transaction(async (tx) => {
    await recordFinished(tx, finished, "simulator", later(5));
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await leases()).toEqual([{ until: LEASE_ENDS, messages: 2 }]);
  expect(await states()).toEqual(["nobody's", "nobody's"]);
  await endBatchLeases(db(), LEASE_ENDS);
  expect(await states()).toEqual([`due ${LEASE_MS}`, `due ${LEASE_MS}`]);
});

it("of those who record and those who end a lease at once, one has each message", async () => {
  const other = openDatabase(process.env.DATABASE_URL as string, 2);
  onTestFinished(() => other.close());
  for (let round = 0; round < 30; round++) {
    await emptyQueue();
    ({ accountId } = await testAccount());
    const finished = await acceptedTogether(6);
    const [left, rest] = await Promise.all([
      record(finished.slice(0, 4)),
      record(finished.slice(4), other),
      round % 2 === 0 ? endBatchLeases(other, LEASE_ENDS) : leaseAllOneByOne(other),
    ]);
    const late = new Set([...left, ...rest]);
    const expected = finished.map(({ id }) => (late.has(id) ? `due ${LEASE_MS}` : "taken"));
    expect(await states()).toEqual(expected);
    expect(await leases()).toEqual([]);
  }
});
