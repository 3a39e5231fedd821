import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Carrier, Outgoing, Settle } from "@/lib/carriers/carrier";
import { HOME_CELL } from "@/lib/cell-numbers";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import type { Submission } from "@/lib/messages/accept/submission";
import { claimAndHand, dispatch } from "@/lib/messages/dispatch/dispatch";
import { type FarMessages, type SharedRoom, setBetween } from "@/lib/messages/hand-over/far-hand-over";
import { setHandOver } from "@/lib/messages/hand-over/hand-over";
import { LocalHandOver } from "@/lib/messages/hand-over/local-hand-over";
import { isShort, noteShort } from "@/lib/messages/hand-over/room-runs";
import { LEASE_MS } from "@/lib/queue/leased";
import { announceStop } from "@/lib/shutdown";
import { accepted, refused } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOON.getTime() + ms);
const NORTH = 7;

let room: number;
let given: { message: Outgoing; settle: Settle }[];
let accountId: number;
let handOver: LocalHandOver;

/** A network with links, which says how much room it has and answers when it is let. */
const north: Carrier = {
  id: NORTH,
  name: "north",
  room: () => room,
  health: () => ({ isUp: true, reason: null }),
  start: async () => undefined,
  submit: (batch, settle) => {
    room -= batch.length;
    for (const message of batch) given.push({ message, settle });
  },
};

const taken = () => given.map(({ message }) => message.msisdn);
const answerAll = () => {
  for (const { message, settle } of given) settle([accepted(message.id, `ref ${message.id}`)]);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  await emptyQueue();
  [room, given] = [3, []];
  noteShort(HOME_CELL, NORTH, false);
  ({ accountId } = await testAccount());
  handOver = new LocalHandOver(
    HOME_CELL,
    db,
    (id) => (id === NORTH ? north : undefined),
    () => [NORTH],
  );
  setHandOver(handOver);
});
afterEach(async () => {
  setBetween(undefined);
  setHandOver(undefined);
  answerAll();
  await handOver.stop();
  vi.useRealTimers();
});

function send(numbers: readonly string[], overrides: Partial<Submission> = {}, at = NOON) {
  const items = numbers.map((msisdn) => testItem({ msisdn, dueAt: at, carrierId: NORTH }));
  return acceptBatcherOf(db()).accept(testSubmission(accountId, { items, ...overrides }), at, () => "");
}

const [ANA, BEN, CAM, DEB] = ["64211230001", "64211230002", "64211230003", "64211230004"] as const;

describe("what is accepted for a network that says its room", () => {
  it("is with the network before its answer, leased by its own row, and recorded after the answer", async () => {
    expect(await send([ANA])).toMatchObject({ kind: "accepted", queued: false });
    await expect.poll(taken).toEqual([ANA]);
    const [waiting] = await messagesOf(accountId);
    expect(waiting).toMatchObject({ dueAt: later(LEASE_MS), attempts: 1, firstTriedAt: NOON, carrier: null });
    answerAll();
    await expect
      .poll(async () => (await messagesOf(accountId))[0])
      .toMatchObject({ dueAt: null, carrier: "north" });
  });

  it("goes as far as there is room; the rest waits in the queue, and is not overtaken", async () => {
    expect(await send([ANA, BEN, CAM, DEB])).toMatchObject({ queued: true });
    await expect.poll(taken).toEqual([ANA, BEN, CAM]);
    expect(isShort(HOME_CELL, NORTH)).toBe(true);
    room = 3;
    await send([ANA]);
    const waits = (await messagesOf(accountId)).map(({ attempts }) => attempts);
    expect(waits.sort()).toEqual([0, 0, 1, 1, 1]);
    noteShort(HOME_CELL, NORTH, false);
    await send([BEN]);
    await expect.poll(taken).toEqual([ANA, BEN, CAM, BEN]);
  });

  it("does not take the room twice that others reserved, and gives back what was not accepted", async () => {
    expect(handOver.reserve(NORTH, 2)).toBe(2);
    expect(handOver.reserve(NORTH, 2)).toBe(1);
    handOver.release(NORTH, 3);
    noteShort(HOME_CELL, NORTH, false);
    await db().query({ text: `update accounts set balance_micros = 0 where id = ${accountId}`, values: [] });
    expect(await send([ANA, BEN])).toMatchObject({ kind: "insufficient_funds" });
    const free = () => {
      const messages = handOver.reserve(NORTH, 3);
      handOver.release(NORTH, messages);
      noteShort(HOME_CELL, NORTH, false);
      return messages;
    };
    await expect.poll(free).toBe(3);
  });

  it("is not claimed into room that is reserved", async () => {
    expect(handOver.reserve(NORTH, 2)).toBe(2);
    setHandOver(undefined);
    await send([ANA, BEN, CAM]);
    const reserved = () => handOver.reservedOf(NORTH);
    expect(await claimAndHand(db(), north, NOON, { ...BY_DAY, reserved })).toMatchObject({ claimed: 1 });
    expect(taken()).toHaveLength(1);
    handOver.release(NORTH, 2);
    expect(await claimAndHand(db(), north, NOON, { ...BY_DAY, reserved })).toMatchObject({ claimed: 2 });
  });

  it("is left to a claim while the network is drained or judged", async () => {
    for (const other of [
      { isDraining: true },
      { health: () => ({ isUp: true, reason: null, standing: "asks" }) },
    ] as const) {
      const judged = { ...north, ...other } as Carrier;
      const only = new LocalHandOver(HOME_CELL, db, () => judged);
      expect(only.reserve(NORTH, 1)).toBe(0);
    }
  });

  it("is perhaps with the network once the lease of a process that is gone has ended: it is held, then marked", async () => {
    setHandOver({
      reserve: () => 1,
      take: () => undefined,
      release: () => undefined,
    });
    await send([ANA]);
    const claimed = async (ms: number) => (await dispatch(db(), north, later(ms), BY_DAY)).claimed;
    expect(await claimed(LEASE_MS - 1)).toBe(0);
    expect(await claimed(LEASE_MS)).toBe(1);
    expect(taken()).toEqual([]);
    const claiming = claimed(LEASE_MS + 120_000);
    await expect.poll(taken).toEqual([ANA]);
    answerAll();
    expect(await claiming).toBe(1);
    const { id } = (await messagesOf(accountId))[0] ?? { id: "" };
    const submissions = await db().prisma.carrierSubmission.findMany({ where: { messageId: id } });
    expect(submissions.map(({ possibleDuplicate }) => possibleDuplicate)).toContain(true);
  });

  it("returns to the queue what has no room any more", async () => {
    const reserved = handOver.reserve(NORTH, 3);
    expect(reserved).toBe(3);
    handOver.release(NORTH, 3);
    const accepting = send([ANA, BEN]);
    room = 1;
    await accepting;
    await expect.poll(taken).toEqual([ANA]);
    await expect
      .poll(async () => (await messagesOf(accountId)).map(({ attempts, dueAt }) => [attempts, dueAt]))
      .toContainEqual([0, NOON]);
  });

  it("waits in the queue once the process will stop, which tells the others so", async () => {
    const told: SharedRoom[] = [];
    setBetween({ others: 1, share: (shared) => void told.push(shared), give: () => undefined });
    announceStop();
    handOver.shareRoom();
    expect(told).toEqual([{ cell: HOME_CELL, room: [[NORTH, 0]] }]);
    expect(handOver.reserve(NORTH, 1)).toBe(0);
    announceStop(false);
  });

  it("is refused by the network as any other message", async () => {
    await send([ANA]);
    await expect.poll(taken).toEqual([ANA]);
    for (const { message, settle } of given.splice(0)) settle([refused(message.id)]);
    await expect.poll(async () => (await messagesOf(accountId))[0]).toMatchObject({ status: "FAILED" });
  });
});

describe("what another process of the server accepts", () => {
  it("goes to the process with the network, within the room that it told, with its one-time code encrypted", async () => {
    process.env.AUTH_SECRET = TEST_SECRET;
    const told: SharedRoom[] = [];
    const between: FarMessages[] = [];
    setBetween({
      others: 2,
      share: (shared) => void told.push(shared),
      give: (far) => void between.push(far),
    });
    handOver.shareRoom();
    expect(told).toEqual([{ cell: HOME_CELL, room: [[NORTH, 1]] }]);

    const far = new LocalHandOver(HOME_CELL, db, () => undefined);
    setHandOver(far);
    await send([ANA]);
    expect(between).toEqual([]);
    far.noteRoom(JSON.parse(JSON.stringify(told[0])));
    const code = { body: "****** is your code", encryptedBody: encrypt("482913 is your code", TEST_SECRET) };
    await send([BEN, CAM], { ...code, sendType: "otp" });
    const [written] = JSON.parse(JSON.stringify(between)) as FarMessages[];
    expect(JSON.stringify(written)).not.toContain("482913");
    expect(written?.messages.map(({ msisdn }) => msisdn)).toEqual([BEN]);
    handOver.takeFar(written as FarMessages);
    await expect.poll(taken).toEqual([BEN]);
    expect(given[0]?.message).toMatchObject({
      body: "482913 is your code",
      maskedBody: "****** is your code",
    });
    answerAll();
    await expect
      .poll(async () => (await messagesOf(accountId)).map(({ msisdn, carrier }) => [msisdn, carrier]))
      .toEqual([
        [ANA, null],
        [BEN, "north"],
        [CAM, null],
      ]);
  });

  it("returns to the queue if the process with the network stops meanwhile", async () => {
    const between: FarMessages[] = [];
    setBetween({ others: 1, share: () => undefined, give: (far) => void between.push(far) });
    const far = new LocalHandOver(HOME_CELL, db, () => undefined);
    setHandOver(far);
    far.noteRoom({ cell: HOME_CELL, room: [[NORTH, 1]] });
    await send([ANA]);
    await handOver.stop();
    handOver.takeFar(JSON.parse(JSON.stringify(between[0])));
    await handOver.stop();
    expect(await messagesOf(accountId)).toMatchObject([{ attempts: 0, dueAt: NOON, carrier: null }]);
    expect(taken()).toEqual([]);
  });
});
