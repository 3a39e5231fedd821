import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { POST as remind } from "@/app/gateway/sms/appointment/route";
import { POST as sendCode } from "@/app/gateway/sms/otp/route";
import { POST as sendOut } from "@/app/gateway/sms/out/route";
import { POST as queryStatus } from "@/app/gateway/sms/status/query/route";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { approveDomain } from "@/lib/domains/approve-domain";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY } from "@/tests/support/database/submission";
import {
  books,
  call,
  emptyQueue,
  messagesOf,
  type TestAccount,
  testAccount,
} from "@/tests/support/server/gateway";
import { MOBILE, NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

const NIGHT = { start: "21:00", end: "07:00" };
const DAY_MS = 86_400_000;

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
});

/** Sends at noon of the 21st of November in New Zealand. */
function send<Body = SendResponse>(parameters: object, from = account, headers = {}, now = NOON) {
  vi.useFakeTimers({ toFake: ["Date"], now });
  return sendFrom<Body>(from, parameters, headers);
}

describe("a scheduled message", () => {
  it("is paid for at once, waits for its time, and says so", async () => {
    const own = await testAccount();
    const { body } = await send({ sendAt: "2026-12-01 09:00:00", to: [MOBILE, "61412345678"] }, own);
    const entry = {
      status: "queued",
      queue_reason: "scheduled",
      queue_message: "Message scheduled; it will be sent at 2026-12-01 09:00:00 New Zealand time.",
    };
    expect(body).toMatchObject({ messages: [entry, entry] });
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n - 230_000n - 60_000n + 60_000n });
    const dueAt = new Date("2026-11-30T20:00:00Z");
    expect(await messagesOf(own.accountId)).toMatchObject([
      { status: "PENDING", dueAt, sendAt: dueAt },
      { status: "PENDING", dueAt, sendAt: dueAt },
    ]);
    const [id] = (await messagesOf(own.accountId)).map((message) => message.id);
    const { userId, password } = own;
    const asked = await call(queryStatus, { json: { userId, password, message_id: id } });
    expect(asked.body).toMatchObject({ messages: [{ status: "PENDING", sendAt: "2026-12-01 09:00:00" }] });
  });

  test.each([
    ["an offset", "2026-12-01T09:00:00+13:00", "2026-11-30T20:00:00Z"],
    ["UTC, without seconds", "2026-12-01T09:00Z", "2026-12-01T09:00:00Z"],
    ["the first of two equal times of an autumn night", "2027-04-04 02:30:00", "2027-04-03T13:30:00Z"],
  ])("may be given by %s", async (_, sendAt, dueAt) => {
    const own = await testAccount();
    const now = new Date(Date.parse(dueAt) - DAY_MS);
    expect((await send({ sendAt, to: "61412345678" }, own, {}, now)).body.status).toBe("queued");
    expect((await messagesOf(own.accountId))[0]?.dueAt).toEqual(new Date(dueAt));
  });

  test.each([
    ["as a number", { schedule: 1_796_068_800 }],
    ["in digits", { schedule: "1796068800" }],
    ["beside the same sendAt", { schedule: 1_796_068_800, sendAt: "2026-12-01 09:00:00" }],
    ["beside the same sendAt with an offset", { schedule: "1796068800", sendAt: "2026-11-30T20:00:00Z" }],
  ])("may be given in Unix seconds: %s", async (_, parameters) => {
    const own = await testAccount();
    expect((await send({ ...parameters, to: "61412345678" }, own)).body).toMatchObject({
      status: "queued",
      queue_message: "Message scheduled; it will be sent at 2026-12-01 09:00:00 New Zealand time.",
    });
    const dueAt = new Date("2026-11-30T20:00:00Z");
    expect(await messagesOf(own.accountId)).toMatchObject([{ dueAt, sendAt: dueAt }]);
  });

  test.each([
    [{ schedule: NOON.getTime() / 1_000 }, "Parameter 'schedule' must be in the future."],
    [{ schedule: 0 }, "Parameter 'schedule' must be in the future."],
    [
      { schedule: NOON.getTime() / 1_000 + 91 * 86_400 },
      "Parameter 'schedule' must be at most 90 days ahead.",
    ],
    [
      { schedule: NOON.getTime() },
      "Parameter 'schedule' must be Unix seconds, such as 1796068800, not milliseconds.",
    ],
    [
      { schedule: 1_796_068_800, sendAt: "2026-12-01 09:00:01" },
      "Parameters 'sendAt' and 'schedule' are different times. Send one of them.",
    ],
  ])("is refused in Unix seconds: %j", async (parameters, error) => {
    expect(await send(parameters)).toMatchObject({ status: 400, body: { code: "invalid_parameter", error } });
  });

  it("may be given so in a form, in the query string, and for a reminder", async () => {
    const { userId, password } = await testAccount();
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const message = { userId, password, to: MOBILE, body: "Kia ora", messageClass: "marketing" };
    const form = { ...message, schedule: "1796068800" };
    const reminder = { userId, password, to: MOBILE, msgCompany: "Acme", schedule: 1_796_068_800 };
    for (const answer of [
      await call(sendOut, { form }),
      await call(sendOut, { query: form }),
      await call(remind, { json: reminder }),
    ])
      expect(answer.body).toMatchObject({ status: "queued", queue_reason: "scheduled" });
  });

  // The clock moves forward at 02:00 on 27 September, and back at 03:00 on 4 April.
  test.each([
    ["in the night", "2026-12-01 23:00:00", "2026-12-01T18:00:00Z"],
    ["before the end of the night", "2026-12-01 06:59:59", "2026-11-30T18:00:00Z"],
    ["at the end of the night", "2026-12-01 07:00:00", "2026-11-30T18:00:00Z"],
    ["in the night that clocks go forward", "2026-09-26 22:00:00", "2026-09-26T18:00:00Z"],
    ["in the night that clocks go back", "2026-04-03 22:00:00", "2026-04-03T18:00:00Z"],
    ["in the night after which clocks are back", "2026-04-04 22:00:00", "2026-04-04T19:00:00Z"],
  ])("to New Zealand %s goes out at seven", async (_, sendAt, dueAt) => {
    const own = await testAccount();
    const now = new Date(Date.parse(dueAt) - 3 * DAY_MS);
    expect((await send({ sendAt }, own, {}, now)).body).toMatchObject({ queue_reason: "scheduled" });
    const at = new Date(dueAt);
    expect((await messagesOf(own.accountId))[0]).toMatchObject({ dueAt: at, sendAt: at });
  });

  test.each([
    ["no time", "tomorrow", "must be a time that exists"],
    ["a date alone", "2026-12-01", "must be a time that exists"],
    ["a day that does not exist", "2026-11-31 09:00:00", "must be a time that exists"],
    ["an hour that the spring clock skips", "2027-09-26 02:30:00", "must be a time that exists"],
    ["no offset", "2026-12-01T09:00:00", "must be a time that exists"],
    ["this moment", "2026-11-21 12:00:00", "must be in the future"],
    ["the past", "2026-11-21T00:00:00Z", "must be in the future", "2026-11-21T00:00:01Z"],
    ["90 days and a second", "2027-02-19 12:00:01", "must be at most 90 days ahead"],
  ])("is refused for %s, and nothing is billed", async (_, sendAt, said, now = NOON.toISOString()) => {
    const own = await testAccount();
    const { status, body } = await send<{ code: string; error: string }>({ sendAt }, own, {}, new Date(now));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(said)]);
    expect(JSON.stringify(body)).toContain("'sendAt'");
    expect(await messagesOf(own.accountId)).toEqual([]);
  });

  it("may be 90 days ahead", async () => {
    expect((await send({ sendAt: "2027-02-19 12:00:00" })).body.status).toBe("queued");
  });

  it("is refused in the sandbox too, and else changes nothing there", async () => {
    expect((await send({ sendAt: "2026-11-20 12:00:00", sandbox: true })).status).toBe(400);
    expect((await send({ sendAt: "2026-12-01 09:00:00", sandbox: true })).body.status).toBe("sandbox");
  });

  it("answers a repeat as it answered first, when the time has passed as well", async () => {
    const own = await testAccount();
    const headers = { "idempotency-key": "later" };
    const first = await send({ sendAt: "2026-11-21 13:00:00" }, own, headers);
    const after = new Date(NOON.getTime() + 2 * 3_600_000);
    const again = await send({ sendAt: "2026-11-21 13:00:00" }, own, headers, after);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await messagesOf(own.accountId)).toHaveLength(1);
  });

  it("is handed over at its time and no sooner, and not to whoever has opted out by then", async () => {
    await emptyQueue();
    const own = await testAccount();
    await send({ sendAt: "2026-11-21 15:00:00", to: ["64211230001", "64211230002"] }, own);
    const blocked = { accountId: own.accountId, msisdn: "64211230002", keyword: "STOP", blockedAt: NOON };
    await accountsDb().prisma.blockedNumber.create({ data: blocked });
    const given: string[] = [];
    const carrier = carrierNamed("test", 100, async (batch) => {
      given.push(...batch.map(({ msisdn }) => msisdn));
      return batch.map(({ id }) => takenAs(id, `ref-${id}`));
    });
    const at = (ms: number) => new Date(Date.parse("2026-11-21T02:00:00Z") + ms);
    await dispatch(accountsDb(), carrier, at(-1), BY_DAY);
    expect(given).toEqual([]);
    await dispatch(accountsDb(), carrier, at(0), BY_DAY);
    expect(given).toEqual(["64211230001"]);
    expect((await messagesOf(own.accountId)).map(({ status }) => status)).toEqual(["PENDING", "BLOCKED"]);
  });

  test.each([
    ["before its time, goes out at its time", "2026-11-22T00:00:00Z", "2026-11-30T20:00:00Z"],
    ["after its time, goes out at once", "2026-12-02T00:00:00Z", "2026-12-02T00:00:00Z"],
    ["in a night after it, goes out in the morning", "2026-12-02T10:00:00Z", "2026-12-02T18:00:00Z"],
  ])("that is held and released %s", async (_, released, dueAt) => {
    const own = await testAccount();
    const body = "See example.org/x";
    expect((await send({ sendAt: "2026-12-01 09:00:00", body }, own)).body.status).toBe("held");
    const approved = { accountId: own.accountId, domain: "example.org" };
    expect(await approveDomain(accountsDb(), approved, new Date(released), NIGHT)).toBe(1);
    const { accountId } = own;
    const [row] = await accountsDb().prisma.queuedMessage.findMany({ where: { accountId } });
    const validUntil = new Date(Date.parse(dueAt) + DAY_MS);
    expect(row).toMatchObject({ dueAt: new Date(dueAt), validUntil });
  });
});

describe("the templates", () => {
  const asked = ({ userId, password }: TestAccount, more: object) => ({
    json: { userId, password, to: MOBILE, msgCompany: "Acme", ...more },
  });

  it("schedule a reminder", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const { body } = await call(remind, asked(account, { sendAt: "2026-12-01 09:00:00" }));
    expect(body).toMatchObject({ status: "queued", queue_reason: "scheduled" });
  });

  it("send a code at once, whatever is asked for", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const { body } = await call(sendCode, asked(account, { msgCode: "1234", sendAt: "2026-12-01 09:00:00" }));
    expect(body).toMatchObject({ status: "accepted" });
  });
});
