import { afterEach, beforeEach, expect, it, test, vi } from "vitest";
import type { SendPreview, SendSummary } from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET: readSend } = handlersOf("/api/members/messages/send");
const { POST: preview } = handlersOf("/api/members/send/preview");
const { POST } = handlersOf("/api/members/send");

useTestDatabase();

const [NZ, AUSTRALIAN, FIJIAN] = ["64211110001", "61412345678", "6797012345"];
const TO = [NZ, AUSTRALIAN, FIJIAN];

let account: TestAccount;
let keys = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
});
afterEach(() => void vi.useRealTimers());

const form = (given: object) => ({
  to: TO,
  body: "Good morning",
  messageClass: "transactional",
  localTime: true,
  sendAt: "2026-11-23 09:00:00",
  key: `test-key-of-a-zone-${++keys}`,
  ...given,
});
const asked = (given: object = {}) => ask<SendSummary>(POST, account, { json: form(given) });

async function times(): Promise<unknown[]> {
  const messages = await messagesOf(account.accountId);
  const queued = await db().prisma.queuedMessage.findMany({ where: { accountId: account.accountId } });
  return messages.map(({ id, msisdn, sendAt }) => {
    const dueAt = queued.find(({ messageId }) => messageId === id)?.dueAt;
    expect(dueAt).toEqual(sendAt);
    return [msisdn, sendAt?.toISOString()];
  });
}

it("a send goes to each when the own clock shows the time", async () => {
  const { status, body } = await asked();
  expect(status).toBe(200);
  expect(body).toMatchObject({ queued: 3, scheduledFor: "2026-11-23 09:00:00", localTime: true });
  expect(await times()).toEqual([
    [NZ, "2026-11-22T20:00:00.000Z"],
    [AUSTRALIAN, "2026-11-22T22:00:00.000Z"],
    [FIJIAN, "2026-11-22T21:00:00.000Z"],
  ]);
  const [send] = await db().prisma.bulkSend.findMany({ where: { accountId: account.accountId } });
  expect(send?.sendAt).toEqual(new Date("2026-11-22T20:00:00.000Z"));
  expect((await ask(readSend, account, { query: { id: body.sendId ?? "" } })).body).toMatchObject({
    sendAt: "2026-11-23 09:00:00",
    lastSendAt: "2026-11-23 11:00:00",
  });
});

it("the send's own time is that of its first message", async () => {
  await asked({ to: [AUSTRALIAN, FIJIAN] });
  const [send] = await db().prisma.bulkSend.findMany({ where: { accountId: account.accountId } });
  expect(send?.sendAt).toEqual(new Date("2026-11-22T21:00:00.000Z"));
});

it("goes to all at once where that was not asked for, and at once without a time", async () => {
  const { body } = await asked({ localTime: false });
  expect(body.localTime).toBe(false);
  expect(new Set((await times()).map((time) => (time as string[])[1]))).toEqual(
    new Set(["2026-11-22T20:00:00.000Z"]),
  );
  const { body: now } = await asked({ sendAt: undefined });
  expect(now).toMatchObject({ accepted: 3, scheduledFor: null, localTime: false });
});

it("keeps quiet hours in New Zealand alone", async () => {
  await asked({ sendAt: "2026-11-22 23:00:00" });
  expect(await times()).toEqual([
    [NZ, "2026-11-22T18:00:00.000Z"],
    [AUSTRALIAN, "2026-11-22T12:00:00.000Z"],
    [FIJIAN, "2026-11-22T11:00:00.000Z"],
  ]);
});

it("the preview names where it is sent at another time, and when", async () => {
  const { key: _, ...json } = form({ to: [...TO, "61412345679"] });
  const { body } = await ask<SendPreview>(preview, account, { json });
  expect(body.localTimes).toEqual([
    { country: "Australia", messages: 2, at: "2026-11-23 11:00:00" },
    { country: "Fiji", messages: 1, at: "2026-11-23 10:00:00" },
  ]);
  const { body: plain } = await ask<SendPreview>(preview, account, { json: { ...json, localTime: false } });
  expect(plain.localTimes).toEqual([]);
});

test.each([
  [
    "a time that has passed here",
    { to: [NZ], sendAt: "2026-11-21 11:59:00" },
    `has already passed where ${NZ} is`,
  ],
  ["a time too far ahead", { to: [AUSTRALIAN], sendAt: "2027-02-20 11:30:00" }, "at most 90 days ahead"],
])("%s is refused, and nothing is sent", async (_, given, error) => {
  expect(await asked(given)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
  expect(await messagesOf(account.accountId)).toEqual([]);
});

it("a time that has passed here may be ahead elsewhere", async () => {
  // 11:30 was half an hour ago in New Zealand, and is an hour and a half ahead in Australia.
  expect((await asked({ to: [AUSTRALIAN], sendAt: "2026-11-21 11:30:00" })).status).toBe(200);
  expect((await asked({ to: [AUSTRALIAN, NZ], sendAt: "2026-11-21 11:30:00" })).status).toBe(400);
});
