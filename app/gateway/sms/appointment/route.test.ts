import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { POST } from "@/app/gateway/sms/appointment/route";
import { type AppointmentResponse, appointmentResponse } from "@/lib/contracts/gateway/appointment";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
});

async function send(parameters: object, from = account, headers: Record<string, string> = {}) {
  const { userId, password } = from;
  const json = { userId, password, to: MOBILE, msgCompany: "Acme", ...parameters };
  const called = await call<AppointmentResponse>(POST, { headers, json });
  if (called.status === 200) expect(called.body).toEqual(appointmentResponse.parse(called.body));
  return called;
}

const TEXT = "Your next appointment with Acme is coming up. Std SMS charges apply.";

describe("an appointment reminder", () => {
  it("is answered with its text, stored and billed at the template price", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const own = await testAccount();
    const { status, body } = await send({}, own);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      status: "accepted",
      message_id: expect.any(String),
      to: MOBILE,
      from: "2190",
      message: TEXT,
      parts: 1,
    });
    expect(await messagesOf(own.accountId)).toMatchObject([
      {
        sendType: "appointment",
        messageClass: "transactional",
        body: TEXT,
        encryptedBody: null,
        rateCode: null,
      },
    ]);
    const entries = await accountsDb().prisma.ledgerEntry.findMany({
      where: { accountId: own.accountId, kind: "deduction" },
    });
    expect(entries).toMatchObject([{ netMicros: 80_000n, gstMicros: 12_000n, rateCode: "APPT" }]);
  });

  test.each(["true", "1", "yes", "YES"])("takes replyY %s from a form", async (replyY) => {
    const { userId, password } = account;
    const form = { userId, password, to: MOBILE, msgCompany: "Acme", sandbox: "true", replyY };
    const { body } = await call<AppointmentResponse>(POST, { form });
    expect(body.message).toContain("Reply Y to confirm.");
  });

  it("has each part billed when it is long, and its rate code with a suffix", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const own = await testAccount();
    const { body } = await send({ address: "a".repeat(200), rateCode: "clinic" }, own);
    expect(body).toMatchObject({ parts: 2, message: expect.stringMatching(/Std SMS charges apply\.$/) });
    const [entry] = await accountsDb().prisma.ledgerEntry.findMany({
      where: { accountId: own.accountId, kind: "deduction" },
    });
    expect(entry).toMatchObject({ netMicros: 160_000n, segments: 2, rateCode: "clinic-APPT" });
  });

  it("tells in the sandbox what it would be, and does nothing", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const { body } = await send({ sandbox: true, name: "Zoë" }, own);
    const text = "Hi Zoe, your next appointment with Acme is coming up. Std SMS charges apply.";
    expect(body).toMatchObject({
      status: "sandbox",
      message: text,
      sandbox: true,
      sandbox_message: text,
      sandbox_encoding: "GSM-7",
      sandbox_would_charge: 0.092,
    });
    expect(await messagesOf(own.accountId)).toEqual([]);
  });

  it("waits for the morning at night", async () => {
    for (const [at, dueAt] of [
      ["2026-09-26T10:00:00Z", "2026-09-26T18:00:00Z"],
      ["2026-04-04T10:00:00Z", "2026-04-04T19:00:00Z"],
    ] as const) {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
      const own = await testAccount();
      expect((await send({}, own)).body).toMatchObject({ status: "queued", queue_reason: "nighttime" });
      expect(await messagesOf(own.accountId)).toMatchObject([{ dueAt: new Date(dueAt) }]);
    }
  });

  it("is held for a link to a domain that is not approved", async () => {
    const { body } = await send({ address: "see map.example.co.nz/x" });
    expect(body).toMatchObject({ status: "held", held_domains: ["map.example.co.nz"] });
  });

  it("is sent once however often the same request comes with one key", async () => {
    const own = await testAccount();
    const headers = { "idempotency-key": "visit-7" };
    const first = await send({}, own, headers);
    expect((await send({}, own, headers)).text).toBe(first.text);
    expect(await messagesOf(own.accountId)).toHaveLength(1);
  });

  it("and a send or a code with the same key are different requests", async () => {
    const { POST: otp } = await import("@/app/gateway/sms/otp/route");
    const own = await testAccount();
    const headers = { "idempotency-key": "one" };
    const { userId, password } = own;
    const json = { userId, password, to: MOBILE, msgCompany: "Acme" };
    await call(POST, { headers, json });
    expect(await call(otp, { headers, json })).toMatchObject({ status: 409 });
  });
});

describe("errors", () => {
  test.each([
    ["to", { to: "" }, "Parameter 'to' is required."],
    ["msgCompany", { msgCompany: "" }, "Parameter 'msgCompany' is required."],
    ["a number that is none", { to: "12" }, "'to'"],
    ["a flag that is none", { replyY: "maybe" }, "'replyY' must be true or false"],
    ["a name that is too long", { name: "0".repeat(3_000) }, "'name' must be at most 2000 characters"],
    ["too much text", { address: "a".repeat(1700) }, "longer than 11 parts"],
  ])("answers 400 for %s", async (_, parameters, sentence) => {
    expect(await send(parameters)).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining(sentence) },
    });
  });

  it("answers 401, 403 for a sender of another account, 403 without funds", async () => {
    const poor = await testAccount({ balanceMicros: 91_999n });
    const other = await testAccount();
    await accountsDb().prisma.shortcode.create({ data: { number: "7002", ownerId: other.accountId } });
    expect(await send({ password: "wrong" })).toMatchObject({ status: 401 });
    expect(await send({ from: "7002" })).toMatchObject({
      status: 403,
      body: { code: "sender_not_authorised" },
    });
    expect(await send({}, poor)).toMatchObject({ status: 403, body: { code: "insufficient_funds" } });
    expect(await books(poor.accountId)).toMatchObject({ balance: 91_999n });
  });
});
