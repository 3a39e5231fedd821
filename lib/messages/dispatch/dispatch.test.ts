import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CarrierAnswer, Outgoing } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { monthAfter } from "@/lib/db/partitions/partitions";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { LEASE_MS } from "@/lib/queue/leased";
import { carrierNamed, refused, accepted as takenAs, unknown } from "@/tests/support/carrier";
import { idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { failingAt } from "@/tests/support/database/failing-at";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const VALIDITY_MS = 1_440 * 60_000;

function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

/** Returns a carrier that records its messages and answers as a test decides. */
function testCarrier(
  answer: (message: Outgoing) => CarrierAnswer | Promise<CarrierAnswer> = taken,
  room = 100,
) {
  const given: string[] = [];
  const carrier = carrierNamed("test", room, async (batch) => {
    given.push(...batch.map(({ id }) => id));
    return Promise.all(batch.map(answer));
  });
  return { carrier, given };
}

function taken({ id }: Outgoing): CarrierAnswer {
  return takenAs(id, `ref-${id}`);
}

async function accepted(count: number, dueAt: Date = NOW): Promise<{ accountId: number; ids: string[] }> {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const items = Array.from({ length: count }, () => testItem({ dueAt }));
  // Messages are not due before their acceptance.
  await accept(db(), [testSubmission(accountId, { items })], dueAt < NOW ? dueAt : NOW, () => "");
  return { accountId, ids: items.map(({ id }) => id) };
}

describe("dispatch", () => {
  it("hands due messages over and takes them off the queue", async () => {
    const { accountId } = await accepted(2);
    const { carrier, given } = testCarrier();
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({ claimed: 2, submitted: 2 });
    expect(given).toHaveLength(2);
    for (const message of await messagesOf(accountId)) {
      expect(message).toMatchObject({
        status: "PENDING",
        dueAt: null,
        carrier: "test",
        carrierReference: `ref-${message.id}`,
        submittedAt: NOW,
        attempts: 1,
      });
    }
    expect(await dispatch(db(), carrier, later(1e9), BY_DAY)).toMatchObject({ claimed: 0 });
  });

  it("leaves what is not yet due, and takes the longest due first, in batches", async () => {
    const night = await accepted(1, later(1000));
    const second = await accepted(2, later(-1000));
    const first = await accepted(1, later(-2000));
    const { carrier, given } = testCarrier(taken, 2);
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({ claimed: 2 });
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({ claimed: 1 });
    expect(given[0]).toBe(first.ids[0]);
    expect(new Set(given)).toEqual(new Set([...first.ids, ...second.ids]));
    expect(await dispatch(db(), carrier, later(999), BY_DAY)).toMatchObject({ claimed: 0 });
    expect(await dispatch(db(), carrier, later(1000), BY_DAY)).toMatchObject({ claimed: 1 });
    expect(given.at(-1)).toBe(night.ids[0]);
  });

  it("takes what is due of any month, no more than there is room for", async () => {
    const { accountId } = await testAccount();
    const items = [-9, -2, 0, 0, 7].map((months) =>
      testItem({ id: idMadeAt(monthAfter(new Date(), months)), dueAt: NOW }),
    );
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    const { carrier, given } = testCarrier(taken, 4);
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({ claimed: 4, more: true });
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({ claimed: 1, more: false });
    expect(given.sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it("works off the night in order of acceptance, and lets a new message through beside it", async () => {
    const morning = later(0);
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const night = await accepted(0, morning);
    for (let request = 0; request < 5; request++) {
      const at = later(-3_600_000 + request * 1000);
      const items = Array.from({ length: 200 }, () => testItem({ dueAt: morning }));
      night.ids.push(...items.map(({ id }) => id));
      await accept(db(), [testSubmission(accountId, { items })], at, () => "");
    }
    const { carrier, given } = testCarrier(taken, 100);
    for (let batch = 0; batch < 3; batch++) await dispatch(db(), carrier, later(batch), BY_DAY);
    const newcomer = testItem({ dueAt: later(60_000) });
    await accept(db(), [testSubmission(accountId, { items: [newcomer] })], later(60_000), () => "");
    await dispatch(db(), carrier, later(60_001), BY_DAY);
    expect(given.slice(225)).toContain(newcomer.id);
    while ((await dispatch(db(), carrier, later(60_002), BY_DAY)).claimed > 0);
    expect(given.filter((id) => id !== newcomer.id)).toEqual(night.ids);
  });

  it("gives each message to one of many workers", async () => {
    const { ids } = await accepted(300);
    const { carrier, given } = testCarrier(taken, 20);
    const worker = async () => {
      while ((await dispatch(db(), carrier, NOW, BY_DAY)).claimed > 0);
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    expect(given).toHaveLength(300);
    expect(new Set(given)).toEqual(new Set(ids));
  });

  it("gives a message to another worker when the first dies, once its lease has run out", async () => {
    const { accountId, ids } = await accepted(1);
    let answer: (value: CarrierAnswer) => void = () => {};
    const dead = testCarrier(() => new Promise<CarrierAnswer>((resolve) => (answer = resolve))).carrier;
    const dying = dispatch(db(), dead, NOW, BY_DAY);
    await expect.poll(async () => (await messagesOf(accountId))[0]?.attempts).toBe(1);
    const { carrier } = testCarrier();
    expect(await dispatch(db(), carrier, later(LEASE_MS - 1), BY_DAY)).toMatchObject({ claimed: 0 });
    expect(await dispatch(db(), carrier, later(LEASE_MS), BY_DAY)).toMatchObject({ submitted: 1 });
    expect((await messagesOf(accountId))[0]).toMatchObject({ carrier: "test", attempts: 2 });
    // The carrier answers before the database fails.
    answer(unknown(ids[0] as string));
    await dying;
  });

  it("does not let a worker that was too slow overwrite the next one's result", async () => {
    const { accountId } = await accepted(1);
    let answer: (value: CarrierAnswer) => void = () => {};
    const slow = testCarrier(() => new Promise<CarrierAnswer>((resolve) => (answer = resolve)));
    const first = dispatch(db(), slow.carrier, NOW, BY_DAY);
    await expect.poll(() => slow.given).toHaveLength(1);
    await dispatch(db(), testCarrier().carrier, later(LEASE_MS), BY_DAY);
    answer(refused(slow.given[0] as string));
    await first;
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "PENDING", carrier: "test" });
  });

  it("marks what the carrier refuses as FAILED", async () => {
    const { accountId } = await accepted(1);
    const { carrier } = testCarrier(({ id }) => refused(id));
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({ refused: 1 });
    expect((await messagesOf(accountId))[0]).toMatchObject({
      status: "FAILED",
      statusCode: 16,
      statusAt: NOW,
      dueAt: null,
      carrierReference: null,
    });
  });

  it.each([
    ["says it does not know", testCarrier(({ id }) => unknown(id)).carrier],
    ["throws", { ...testCarrier().carrier, submit: () => expect.unreachable("no link") }],
  ])("tries again, ever later, when the carrier %s", async (_, broken) => {
    const { accountId } = await accepted(1);
    expect(await dispatch(db(), broken, NOW, BY_DAY)).toMatchObject({ retried: 1 });
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "PENDING", dueAt: later(5_000) });
    expect(await dispatch(db(), broken, later(5_000), BY_DAY)).toMatchObject({ retried: 1 });
    expect((await messagesOf(accountId))[0]).toMatchObject({ dueAt: later(15_000), attempts: 2 });
    expect(await dispatch(db(), testCarrier().carrier, later(15_000), BY_DAY)).toMatchObject({
      submitted: 1,
    });
  });

  it("gives up after a day without an answer", async () => {
    const { accountId } = await accepted(1);
    const mute = testCarrier(({ id }) => unknown(id)).carrier;
    await dispatch(db(), mute, NOW, BY_DAY);
    expect(await dispatch(db(), mute, later(VALIDITY_MS), BY_DAY)).toMatchObject({ refused: 1 });
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "FAILED", dueAt: null });
  });

  it("never hands over what its validity is over for, and says why", async () => {
    const { accountId, ids } = await accepted(2, later(1_000));
    const { carrier, given } = testCarrier();
    await db().query(sql`
      update message_queue set valid_until = ${later(1_000 + 60_000)} where message_id = ${ids[0]}::uuid`);
    expect(await dispatch(db(), carrier, later(61_000), BY_DAY)).toMatchObject({ submitted: 1, refused: 1 });
    expect(given).toEqual([ids[1]]);
    expect((await messagesOf(accountId))[0]).toMatchObject({
      status: "FAILED",
      statusCode: 16,
      isQueued: false,
    });
    expect(
      await db().prisma.carrierSubmission.findMany({ where: { messageId: ids[0] as string } }),
    ).toMatchObject([{ state: "refused", error: "validity over" }]);
  });

  it("takes a carrier that does not answer in time for one that does not know", async () => {
    const { accountId } = await accepted(1);
    const silent = testCarrier(() => new Promise(() => {}));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const dispatched = dispatch(db(), silent.carrier, NOW, BY_DAY);
      await expect.poll(() => silent.given.length).toBe(1);
      vi.advanceTimersByTime(20_000);
      expect(await dispatched).toMatchObject({ retried: 1 });
    } finally {
      vi.useRealTimers();
    }
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "PENDING", dueAt: later(5_000) });
  });

  it("does not stumble over a carrier that uses a reference twice, or one that cannot be stored", async () => {
    const { accountId } = await accepted(3);
    const odd = testCarrier(({ id }) => takenAs(id, "same\0\ud800"));
    expect(await dispatch(db(), odd.carrier, NOW, BY_DAY)).toMatchObject({ submitted: 3 });
    expect((await messagesOf(accountId)).map(({ dueAt }) => dueAt)).toEqual([null, null, null]);
  });

  it("keeps for the morning what a stopped server left of the day, codes and other countries apart", async () => {
    const quiet = { start: "21:00", end: "07:00" };
    const { accountId } = await testAccount();
    const to = (msisdn: string) => ({ items: [testItem({ msisdn, dueAt: NOW })] });
    const submissions = [
      testSubmission(accountId, to("64211234567")),
      testSubmission(accountId, to("61412345678")),
      testSubmission(accountId, { ...to("64211234567"), sendType: "otp" }),
    ];
    await accept(db(), submissions, NOW, () => "");
    const { carrier, given } = testCarrier();
    // 21:04:59 in New Zealand: messages that were accepted at the end of the day may still be on their way.
    const grace = new Date("2026-11-21T08:04:59Z");
    const midnight = new Date("2026-11-21T11:00:00Z");
    expect(await dispatch(db(), carrier, midnight, { ...BY_DAY, quiet })).toMatchObject({
      claimed: 3,
      submitted: 2,
      postponed: 1,
    });
    expect(given).toHaveLength(2);
    const morning = new Date("2026-11-21T18:00:00Z");
    expect((await messagesOf(accountId))[0]).toMatchObject({
      status: "PENDING",
      dueAt: morning,
      attempts: 0,
    });
    expect(await dispatch(db(), carrier, morning, { ...BY_DAY, quiet })).toMatchObject({ submitted: 1 });
    await accept(db(), [testSubmission(accountId, to("64211234567"))], grace, () => "");
    expect(await dispatch(db(), carrier, grace, { ...BY_DAY, quiet })).toMatchObject({
      submitted: 1,
      postponed: 0,
    });
  });

  it("does not send to who opted out since acceptance", async () => {
    const { accountId } = await accepted(1);
    await db().prisma.blockedNumber.create({
      data: { accountId, msisdn: "64211234567", keyword: "STOP", blockedAt: NOW },
    });
    const { carrier, given } = testCarrier();
    expect(await dispatch(db(), carrier, NOW, BY_DAY)).toMatchObject({
      claimed: 1,
      blocked: 1,
      submitted: 0,
    });
    expect(given).toEqual([]);
    expect((await messagesOf(accountId))[0]).toMatchObject({
      status: "BLOCKED",
      statusCode: -1,
      blockedReason: "unsubscribed",
      statusAt: NOW,
      dueAt: null,
    });
  });

  it("finishes who opted out after a server that was killed before it could", async () => {
    const { accountId } = await accepted(1);
    await db().prisma.blockedNumber.create({
      data: { accountId, msisdn: "64211234567", keyword: "STOP", blockedAt: NOW },
    });
    const killed = failingAt("'BLOCKED'");
    const { carrier, given } = testCarrier();
    await expect(dispatch(killed, carrier, NOW, BY_DAY)).rejects.toThrow("Killed.");
    expect(await dispatch(db(), carrier, later(LEASE_MS - 1), BY_DAY)).toMatchObject({ claimed: 0 });
    expect(await dispatch(db(), carrier, later(LEASE_MS), BY_DAY)).toMatchObject({ claimed: 1, blocked: 1 });
    expect(given).toEqual([]);
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "BLOCKED", dueAt: null });
  });
});
