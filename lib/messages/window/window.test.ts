import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CarrierAnswer } from "@/lib/carriers/carrier";
import { previewSendOperation, type SendSummary, sendFromPageOperation } from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { pauseSend } from "@/lib/messages/pause/pause-send";
import { resumeSend } from "@/lib/messages/pause/resume-send";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, NO_NIGHT } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { emptyQueue, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: readSend } = handlersOf("/api/members/messages/send");
const { POST: preview } = handlersOf("/api/members/send/preview");
const { POST: send } = handlersOf("/api/members/send");

useTestDatabase();

/** Friday, 16:00 in New Zealand. */
const FRIDAY = new Date("2026-11-20T03:00:00Z");
const MONDAY_NINE = new Date("2026-11-22T20:00:00Z");
const WINDOW = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00", localTime: false };
const [NZ, AU] = ["64211110001", "61412345678"];
const HOUR_MS = 3_600_000;
const plus = (from: Date, ms: number) => new Date(from.getTime() + ms);

beforeEach(async () => {
  await emptyQueue();
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => void vi.useRealTimers());

let keys = 0;
const form = (given: object) => ({
  to: [NZ, AU],
  body: "Kia ora",
  messageClass: "transactional",
  window: WINDOW,
  ...given,
});

async function sent(account: TestAccount, given: object = {}): Promise<SendSummary & { sendId: string }> {
  const key = `test-key-of-a-window-${++keys}`;
  const called = await ask<SendSummary>(send, account, { json: form({ key, ...given }) });
  expect([called.status, called.body]).toEqual([200, sendFromPageOperation.response.parse(called.body)]);
  return { ...called.body, sendId: called.body.sendId ?? "" };
}

const queued = async ({ accountId }: TestAccount) =>
  db().prisma.queuedMessage.findMany({ where: { accountId }, orderBy: { messageId: "asc" } });
const messages = async ({ accountId }: TestAccount) =>
  db().prisma.message.findMany({ where: { accountId }, orderBy: { id: "asc" } });

/** Dispatches due messages. @returns the number of messages handed to the carrier. */
async function dispatched(now: Date, answer?: (id: string) => CarrierAnswer): Promise<number> {
  let given = 0;
  const carrier = carrierNamed("test", 100, async (batch) => {
    given += batch.length;
    return batch.map(({ id }) => answer?.(id) ?? takenAs(id, `ref-${id}`));
  });
  await dispatch(db(), carrier, now, BY_DAY);
  return given;
}

describe("a send with a delivery window", () => {
  it("goes out at once while it is open", async () => {
    const account = await testAccount();
    expect(await sent(account)).toMatchObject({
      accepted: 2,
      queued: 0,
      scheduledFor: null,
      goesOut: { first: "2026-11-20 16:00:00", last: "2026-11-20 16:00:00" },
    });
    expect(await messages(account)).toMatchObject([{ sendAt: null }, { sendAt: null }]);
    expect(await dispatched(FRIDAY)).toBe(2);
  });

  it("waits for the next opening, by New Zealand's clock or each recipient's", async () => {
    const account = await testAccount();
    vi.setSystemTime(plus(FRIDAY, HOUR_MS));
    const window = { ...WINDOW, localTime: true };
    const called = await ask(preview, account, { json: form({ window }) });
    expect(called.body).toEqual(previewSendOperation.response.parse(called.body));
    expect(called.body).toMatchObject({
      goesOut: { first: "2026-11-20 17:00:00", last: "2026-11-23 09:00:00" },
      night: null,
    });
    const { sendId } = await sent(account, { window });
    // It is 15:00 in Sydney.
    expect(await queued(account)).toMatchObject([
      {
        dueAt: MONDAY_NINE,
        deliveryWindow: "12345 09:00-17:00 local",
        validUntil: plus(MONDAY_NINE, 24 * HOUR_MS),
      },
      { deliveryWindow: "12345 09:00-17:00 local" },
    ]);
    expect((await ask(readSend, account, { query: { id: sendId } })).body).toMatchObject({ window });
    expect(await dispatched(plus(FRIDAY, HOUR_MS))).toBe(1);
    expect(await sent(account)).toMatchObject({
      accepted: 0,
      queued: 2,
      goesOut: { first: "2026-11-23 09:00:00", last: "2026-11-23 09:00:00" },
    });
  });

  it("holds besides the schedule and the night", async () => {
    const account = await testAccount();
    const window = { ...WINDOW, days: [6], from: "06:00", to: "08:00" };
    await sent(account, { sendAt: "2026-11-27 12:00:00", window });
    // Saturday: 07:00, the end of the night, and 06:00 for Australia.
    expect((await queued(account)).map(({ dueAt }) => dueAt?.toISOString())).toEqual([
      "2026-11-27T18:00:00.000Z",
      "2026-11-27T17:00:00.000Z",
    ]);
  });

  it.each([
    ["no day", { days: [] }, {}, "Choose at least one day on which messages may be sent."],
    [
      "equal times",
      { to: "09:00" },
      {},
      "Messages may never be sent between two equal times. Choose a later end.",
    ],
    ["no time", { to: "" }, {}, "Enter both times between which messages may be sent."],
    [
      "an end before its start",
      { to: "08:00" },
      {},
      "The end of the hours must be later on the same day than their start.",
    ],
    [
      "the night alone",
      { from: "21:30", to: "23:00" },
      {},
      "The chosen hours are all in the night for 64211110001, when nothing is sent to New Zealand.",
    ],
    [
      "no opening in time",
      { days: [5] },
      { sendAt: "2027-02-12 18:00:00" },
      "The chosen hours and days come for 64211110001 only after 90 days.",
    ],
  ])("is refused with %s", async (_, changes, given, error) => {
    const account = await testAccount();
    const json = form({ window: { ...WINDOW, ...changes }, ...given });
    expect(await ask(preview, account, { json })).toMatchObject({ status: 400, body: { error } });
    const key = `test-key-of-a-window-${++keys}`;
    expect(await ask(send, account, { json: { ...json, key } })).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(await messages(account)).toEqual([]);
  });

  it("gets the first result again, also when its window has closed", async () => {
    const account = await testAccount();
    const key = "test-key-of-a-repeated-window";
    const first = await sent(account, { key });
    vi.setSystemTime(plus(FRIDAY, 2 * HOUR_MS));
    expect(await sent(account, { key })).toEqual(first);
    expect(await messages(account)).toHaveLength(2);
  });
});

describe("dispatching what has a delivery window", () => {
  const closed = plus(FRIDAY, 2 * HOUR_MS);

  it("waits for the next opening where no server ran while it was open", async () => {
    const account = await testAccount();
    await sent(account);
    expect(await dispatched(closed)).toBe(0);
    expect(await queued(account)).toMatchObject(
      [0, 1].map(() => ({
        dueAt: MONDAY_NINE,
        attempts: 0,
        firstTriedAt: null,
        unknownSince: null,
        // The rest of its day counts from the opening.
        validUntil: plus(MONDAY_NINE, 22 * HOUR_MS),
      })),
    );
    expect(await messages(account)).toMatchObject([{ sendAt: MONDAY_NINE }, { sendAt: MONDAY_NINE }]);
    expect(await dispatched(plus(MONDAY_NINE, -1))).toBe(0);
    expect(await dispatched(MONDAY_NINE)).toBe(2);
  });

  it("waits for it where a network wants it later, and after a lease that ended", async () => {
    const account = await testAccount();
    await sent(account, { to: [NZ] });
    const later = (id: string): CarrierAnswer => ({
      id,
      outcome: "later",
      afterMs: HOUR_MS,
      counts: true,
      code: "busy",
    });
    expect(await dispatched(plus(FRIDAY, HOUR_MS / 2), later)).toBe(1);
    // The hour begins with the answer, a moment after the handover.
    expect(await dispatched(plus(FRIDAY, 1.5 * HOUR_MS + 1_000))).toBe(0);
    expect(await queued(account)).toMatchObject([{ dueAt: MONDAY_NINE, attempts: 1 }]);
    expect(await dispatched(MONDAY_NINE)).toBe(1);
  });

  it("waits for it when it is resumed at another hour", async () => {
    const account = await testAccount();
    const { sendId } = await sent(account);
    await db().transaction((tx) => pauseSend(tx, account.accountId, sendId, FRIDAY));
    await db().transaction((tx) =>
      resumeSend(tx, account.accountId, sendId, { now: closed, quiet: NO_NIGHT }),
    );
    expect(await queued(account)).toMatchObject([{ dueAt: MONDAY_NINE }, { dueAt: MONDAY_NINE }]);
  });
});
