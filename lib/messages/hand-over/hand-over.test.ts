import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Carrier, type Outgoing, SIMULATOR_ID } from "@/lib/carriers/carrier";
import { HOME_CELL } from "@/lib/cell-numbers";
import { encrypt } from "@/lib/crypto/encryption";
import { type Database, db } from "@/lib/db/client";
import { type JobName, setJobRunner } from "@/lib/db/wake";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import type { Outcome, Submission } from "@/lib/messages/accept/submission";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { returnToQueue } from "@/lib/messages/hand-over/hand-leased";
import { setHandOver } from "@/lib/messages/hand-over/hand-over";
import { LocalHandOver } from "@/lib/messages/hand-over/local-hand-over";
import { LEASE_MS, type LeasedMessage } from "@/lib/queue/leased";
import { accepted, carrierNamed, handingTo } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOON.getTime() + ms);

let given: Outgoing[];
let accountId: number;
let handOver: LocalHandOver;
let woken: JobName[];
beforeEach(async () => {
  woken = [];
  setJobRunner({ wake: (job) => woken.push(job) });
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  await emptyQueue();
  given = [];
  ({ accountId } = await testAccount());
  start(carrier());
});
afterEach(() => {
  setHandOver(undefined);
  setJobRunner(undefined);
  vi.useRealTimers();
});

/** A network that takes everything, once `answer` lets it. */
function carrier(answer = (): Promise<void> => Promise.resolve()): Carrier {
  return carrierNamed("test", 100, async (batch) => {
    await answer();
    given.push(...batch);
    return batch.map(({ id }) => accepted(id, `ref ${id}`));
  });
}

function start(network: Carrier): void {
  handOver = new LocalHandOver(HOME_CELL, db, (id) => (id === network.id ? network : undefined));
  setHandOver(handOver);
}

/** Returns the number of messages with room. */
const roomFor = (messages: number) => handOver.reserve(SIMULATOR_ID, messages);

function send(overrides: Partial<Submission> = {}, at = NOON): Promise<Outcome> {
  const items = [testItem({ dueAt: at })];
  return acceptBatcherOf(db()).accept(testSubmission(accountId, { items, ...overrides }), at, () => "");
}

/** Waits until so many messages are with the carrier and noted. */
async function handedOver(messages = 1): Promise<void> {
  const submitted = async () =>
    (await messagesOf(accountId)).filter(({ carrier }) => carrier !== null).length;
  await expect.poll(submitted).toBe(messages);
}

async function only() {
  const [message] = await messagesOf(accountId);
  if (!message) throw new Error("There is no message.");
  return message;
}

describe("what a process accepts", () => {
  it("is handed over by it, and waits for a report alone", async () => {
    expect(await send()).toMatchObject({ kind: "accepted", queued: false });
    await handedOver();
    const message = await only();
    expect(given).toMatchObject([{ id: message.id, msisdn: message.msisdn, body: "Hello" }]);
    expect(message).toMatchObject({
      status: "PENDING",
      isQueued: true,
      dueAt: null,
      attempts: 1,
      firstTriedAt: NOON,
      carrier: "test",
      carrierReference: `ref ${message.id}`,
      submittedAt: NOON,
    });
    expect(await dispatch(db(), carrier(), later(LEASE_MS), BY_DAY)).toMatchObject({ claimed: 0 });
  });

  it("goes in the order it was accepted in", async () => {
    const items = Array.from({ length: 25 }, () => testItem({ dueAt: NOON }));
    await send({ items });
    await send();
    await handedOver(26);
    const ids = (await messagesOf(accountId)).map(({ id }) => id);
    expect(given.map(({ id }) => id)).toEqual(items.map(({ id }) => id).concat(ids[25] as string));
  });

  it("is found by others when its process ends before it is handed over", async () => {
    setHandOver(handingTo(() => undefined));
    await send();
    expect(await dispatch(db(), carrier(), later(LEASE_MS - 1), BY_DAY)).toMatchObject({ claimed: 0 });
    expect(await dispatch(db(), carrier(), later(LEASE_MS), BY_DAY)).toMatchObject({ submitted: 1 });
    expect(await only()).toMatchObject({ attempts: 2, submittedAt: later(LEASE_MS) });
  });

  it("waits in the queue where the night, a domain or a lack of room keeps it", async () => {
    expect(await send({ items: [testItem({ dueAt: later(1) })] })).toMatchObject({ queued: true });
    await send({ items: [testItem({ dueAt: null })], heldHosts: ["example.com"] });
    await send({ items: [testItem({ invalidNumber: true, dueAt: NOON })] });
    setHandOver(handingTo(() => expect.unreachable(), 0));
    expect(await send()).toMatchObject({ kind: "accepted", queued: true });
    await handOver.stop();
    expect(given).toEqual([]);
    const waits = (await messagesOf(accountId)).map(({ dueAt, attempts }) => [dueAt, attempts]);
    expect(waits).toEqual([
      [later(1), 0],
      [null, 0],
      [null, 0],
      [NOON, 0],
    ]);
  });

  it("is tried again when the carrier has not answered", async () => {
    start(carrier(() => Promise.reject(new Error("The network is down."))));
    await send();
    await expect.poll(only).toMatchObject({ attempts: 1, dueAt: later(5_000), carrier: null });
    await handOver.stop();
    expect(woken).toEqual(["dispatch"]);
    await dispatch(db(), carrier(), later(5_000), BY_DAY);
    expect(await only()).toMatchObject({ attempts: 2, firstTriedAt: NOON, carrier: "test" });
  });

  it("is looked at again when it comes late: who opted out meanwhile is not sent to", async () => {
    const leased: LeasedMessage[] = [];
    setHandOver(handingTo((messages) => leased.push(...messages)));
    await send();
    const { msisdn } = await only();
    await db().prisma.blockedNumber.create({
      data: { accountId, msisdn, keyword: "STOP", shortcode: "552", blockedAt: later(500) },
    });
    vi.setSystemTime(later(1_001));
    expect(roomFor(1)).toBe(1);
    handOver.take(SIMULATOR_ID, leased);
    await expect.poll(() => woken).toEqual(["dispatch"]);
    expect(given).toEqual([]);
    expect(await only()).toMatchObject({ carrier: null, dueAt: NOON, attempts: 0, firstTriedAt: null });
    await dispatch(db(), carrier(), later(1_001), BY_DAY);
    expect(await only()).toMatchObject({ status: "BLOCKED", isQueued: false });
  });

  it("carries a one-time code to the carrier, and keeps it nowhere", async () => {
    process.env.AUTH_SECRET = TEST_SECRET;
    const encryptedBody = encrypt("482913 is your code", TEST_SECRET);
    await send({ sendType: "otp", body: "****** is your code", encryptedBody });
    await handedOver();
    expect(given).toMatchObject([{ body: "482913 is your code", maskedBody: "****** is your code" }]);
    expect(await only()).toMatchObject({ body: "****** is your code", encryptedBody: null });
  });

  it("returns to the queue when it was late and the database failed, as soon as that answers again", async () => {
    let failures = 0;
    const query: Database["query"] = (statement) =>
      statement.text.includes("unknown_since = null") && ++failures < 3
        ? Promise.reject(new Error("The database is down."))
        : db().query(statement);
    const database: Database = { ...db(), query };
    const leased: LeasedMessage[] = [];
    setHandOver(handingTo((messages) => leased.push(...messages)));
    await send();
    await returnToQueue(database, leased);
    expect(failures).toBe(3);
    expect(await only()).toMatchObject({ carrier: null, dueAt: NOON, attempts: 0 });
    failures = 0;
    const ended = leased.map((message) => ({ ...message, lease: NOON }));
    await expect(returnToQueue(database, ended)).rejects.toThrow("The database is down.");
    expect(failures).toBe(1);
  });

  it("goes on after a failure of the database; the lease sees to what it concerned", async () => {
    const query: Database["query"] = (statement) =>
      statement.text.includes("message_queue")
        ? Promise.reject(new Error("The database is down."))
        : db().query(statement);
    let database: Database = { ...db(), query };
    handOver = new LocalHandOver(
      HOME_CELL,
      () => database,
      () => carrier(),
    );
    setHandOver(handOver);
    await send();
    await expect.poll(() => given.length).toBe(1);
    database = db();
    await send();
    await handedOver();
    const [first, second] = await messagesOf(accountId);
    expect(first).toMatchObject({ carrier: null, dueAt: later(LEASE_MS) });
    expect(second).toMatchObject({ carrier: "test" });
  });
});
