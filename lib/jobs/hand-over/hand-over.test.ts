import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Carrier, type Outgoing, SIMULATOR_ID } from "@/lib/carriers/carrier";
import { HOME_CELL } from "@/lib/cell-numbers";
import { encrypt } from "@/lib/crypto/encryption";
import { type Database, db } from "@/lib/db/client";
import { type JobName, setJobRunner } from "@/lib/db/wake";
import { newId } from "@/lib/ids";
import { LocalHandOver } from "@/lib/jobs/hand-over/local-hand-over";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { setHandOver } from "@/lib/messages/accept/hand-over";
import type { Outcome, Submission } from "@/lib/messages/accept/submission";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { LEASE_MS, type Leased } from "@/lib/queue/leased";
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

/** A network that takes everything, once it is let. */
function carrier(answer = (): Promise<void> => Promise.resolve()): Carrier {
  return carrierNamed("test", 10, async (batch) => {
    await answer();
    given.push(...batch);
    return batch.map(({ id }) => accepted(id, `ref ${id}`));
  });
}

function start(network: Carrier): void {
  handOver = new LocalHandOver(HOME_CELL, db, (id) => (id === network.id ? network : undefined));
  setHandOver(handOver);
}

/** How many of so many messages it has room for. */
const roomFor = (messages: number) => handOver.reserve(SIMULATOR_ID, messages);
const take = (messages: readonly Leased[]) => handOver.take(SIMULATOR_ID, messages);

/** With a network that does not answer until it is let. */
function startSlow(): () => void {
  let go = () => {};
  const open = new Promise<void>((resolve) => {
    go = resolve;
  });
  start(carrier(() => open));
  return go;
}

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

  it("goes in the order it was accepted in, a batch of the carrier's at a time", async () => {
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
    await handOver.stop();
    expect(await only()).toMatchObject({ attempts: 1, dueAt: later(5_000), carrier: null });
    expect(woken).toEqual(["dispatch"]);
    await dispatch(db(), carrier(), later(5_000), BY_DAY);
    expect(await only()).toMatchObject({ attempts: 2, firstTriedAt: NOON, carrier: "test" });
  });

  it("is looked at again when it has waited for its turn: who opted out meanwhile is not sent to", async () => {
    const go = startSlow();
    await send();
    await expect.poll(() => roomFor(4_000)).toBe(4_000);
    await send();
    const { msisdn } = await only();
    await db().prisma.blockedNumber.create({
      data: { accountId, msisdn, keyword: "STOP", shortcode: "552", blockedAt: later(500) },
    });
    vi.setSystemTime(later(1_001));
    go();
    await expect.poll(() => woken).toEqual(["dispatch"]);
    const [first, second] = await messagesOf(accountId);
    expect(first).toMatchObject({ carrier: "test" });
    // As fresh as it was: a long queue does not hold it up.
    expect(second).toMatchObject({ carrier: null, dueAt: NOON, attempts: 0, firstTriedAt: null });
    expect(woken).toEqual(["dispatch"]);
    await dispatch(db(), carrier(), later(1_001), BY_DAY);
    expect((await messagesOf(accountId))[1]).toMatchObject({ status: "BLOCKED", isQueued: false });
  });

  it("carries a one-time code to the carrier, and keeps it nowhere", async () => {
    process.env.AUTH_SECRET = TEST_SECRET;
    const encryptedBody = encrypt("482913 is your code", TEST_SECRET);
    await send({ sendType: "otp", body: "****** is your code", encryptedBody });
    await handOver.stop();
    expect(given).toMatchObject([{ body: "482913 is your code", maskedBody: "****** is your code" }]);
    expect(await only()).toMatchObject({ body: "****** is your code", encryptedBody: null });
  });
});

describe("the local dispatch queue", () => {
  const leased = (id: string): Leased => ({
    id,
    accountId,
    acceptedAt: NOON,
    lease: later(LEASE_MS),
    attempts: 1,
    firstTriedAt: NOON,
    sender: "552",
    msisdn: "64211234567",
    body: "Hello",
    encryptedBody: null,
    encoding: "GSM-7",
    sendType: "sms",
    messageClass: "transactional",
    network: null,
    already: [],
    validUntil: later(3_600_000),
    unknownSince: null,
    tried: [],
    putOff: 0,
    window: null,
  });

  it("let what comes gather while there is much of it", async () => {
    const sizes: number[] = [];
    const network = carrier();
    const submit: Carrier["submit"] = (batch, settle, at) => {
      sizes.push(batch.length);
      network.submit(batch, settle, at);
    };
    start({ ...network, submit });
    const [first = "", ...others] = Array.from({ length: 6 }, () => newId());
    take([leased(first)]);
    for (const id of others) take([leased(id)]);
    await expect.poll(() => sizes).toEqual([1, 5]);
  });

  it("let nothing gather that is enough for a batch", async () => {
    const sizes: number[] = [];
    start({
      ...carrier(),
      submit: (batch, settle) => {
        sizes.push(batch.length);
        settle(batch.map(({ id }) => accepted(id, id)));
      },
    });
    // Nobody advances this time: who waits by it waits for ever.
    vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"], now: NOON });
    take([leased(newId())]);
    await expect.poll(() => sizes).toEqual([1]);
    take(Array.from({ length: 99 }, () => leased(newId())));
    take([leased(newId())]);
    await expect.poll(() => sizes.slice(0, 2)).toEqual([1, 10]);
  });

  it("are few in a batch while few wait, and all of them once many do", async () => {
    const sizes: number[] = [];
    const network = carrier();
    const submit: Carrier["submit"] = (batch, settle, at) => {
      sizes.push(batch.length);
      network.submit(batch, settle, at);
    };
    start({ ...network, room: () => 1_000, submit });
    take(Array.from({ length: 20 }, () => leased(newId())));
    await expect.poll(() => sizes).toEqual([8, 8, 4]);
    take(Array.from({ length: 60 }, () => leased(newId())));
    await expect.poll(() => sizes).toEqual([8, 8, 4, 60]);
  });

  it("take no more than has its turn soon, and nothing while they stop", () => {
    expect([roomFor(4_000), roomFor(4_001)]).toEqual([4_000, 0]);
    void handOver.stop();
    expect(roomFor(1)).toBe(0);
  });

  it("returns to the queue what has not had its turn when it stops, and begins nothing afterwards", async () => {
    const go = startSlow();
    await send();
    await send();
    const stopped = handOver.stop();
    go();
    await stopped;
    const [first, second] = await messagesOf(accountId);
    expect(first).toMatchObject({ carrier: "test" });
    expect(second).toMatchObject({ carrier: null, dueAt: NOON, attempts: 0 });
    take([{ ...(second as unknown as Leased), lease: later(LEASE_MS) }]);
    expect(given).toHaveLength(1);
    expect(await dispatch(db(), carrier(), NOON, BY_DAY)).toMatchObject({ submitted: 1 });
  });

  it("go on after a failure of the database; the lease sees to what it concerned", async () => {
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
