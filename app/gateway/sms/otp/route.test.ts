import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { POST } from "@/app/gateway/sms/otp/route";
import { GET as handset } from "@/app/simulator/messages/route";
import { Simulator } from "@/lib/carriers/simulator";
import { type OtpResponse, otpResponse } from "@/lib/contracts/gateway/otp";
import { sql } from "@/lib/db/sql";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET } from "@/tests/support/database/submission";
import {
  books,
  call,
  emptyQueue,
  messagesOf,
  type TestAccount,
  testAccount,
} from "@/tests/support/server/gateway";
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
  const called = await call<OtpResponse>(POST, { headers, json });
  if (called.status === 200) expect(called.body).toEqual(otpResponse.parse(called.body));
  return called;
}

/** Returns all values of all tables as one text. */
async function wholeDatabase(): Promise<string> {
  const tables = await accountsDb().query<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  );
  const dumps = tables.map(({ name }) =>
    accountsDb().query<{ dump: string | null }>({
      text: `select string_agg(t::text, ' ') || string_agg(to_jsonb(t)::text, ' ') as dump from "${name}" t`,
      values: [],
    }),
  );
  return (await Promise.all(dumps)).map(([row]) => row?.dump ?? "").join("\n");
}

describe("a one-time code", () => {
  it("is answered as it was given, and billed at the template price", async () => {
    const own = await testAccount();
    const { status, body } = await send({ msgCode: "0042" }, own);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      status: "accepted",
      message_id: expect.any(String),
      to: MOBILE,
      from: "2190",
      code: "0042",
      parts: 1,
    });
    expect(await messagesOf(own.accountId)).toMatchObject([
      { sendType: "otp", messageClass: "transactional", body: "**** is your Acme verification code" },
    ]);
    expect((await books(own.accountId)).balance).toBe(10_000_000n - 92_000n);
  });

  it("is six digits, another each time, when none is given", async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, async () => (await send({})).body.code));
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBeGreaterThan(15);
  });

  it("reaches the handset, and is nowhere in the database before or after", async () => {
    await emptyQueue();
    const own = await testAccount();
    const headers = { "idempotency-key": "login-1" };
    const code = "90817263";
    const parameters = { msgCode: code, webOtpDomain: "acme.co.nz", msgComment: `Type ${code}.` };
    const { body } = await send(parameters, own, headers);
    expect(await wholeDatabase()).not.toContain(code);
    const network = new Simulator(accountsDb(), () => ({ delayMs: 1000, authSecret: TEST_SECRET }));
    expect(await dispatch(accountsDb(), network, new Date(), BY_DAY)).toMatchObject({ submitted: 1 });
    const [message] = await messagesOf(own.accountId);
    expect(message).toMatchObject({ id: body.message_id, encryptedBody: null });
    expect(await wholeDatabase()).not.toContain(code);
    const { userId, password } = own;
    const received = await call(handset, { method: "GET", query: { userId, password, msisdn: MOBILE } });
    expect(received.body).toMatchObject({
      messages: [{ body: `${code} is your Acme verification code Type ${code}.\n@acme.co.nz #${code}` }],
    });
    // Only a caller with the key gets the response again.
    const again = await send(parameters, own, headers);
    expect(again.body).toEqual(body);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(await messagesOf(own.accountId)).toHaveLength(1);
    expect(await send({ ...parameters, msgCode: "11111111" }, own, headers)).toMatchObject({ status: 409 });
  });

  it("leaves no part of it behind where a comment that repeats it is cut", async () => {
    const own = await testAccount();
    const room = 160 - "48291377 is your Acme verification code ".length;
    const msgComment = `${"x".repeat(room - 5)}48291377`;
    await send({ msgCode: "48291377", msgComment }, own);
    const [message] = await messagesOf(own.accountId);
    expect(message?.body).toHaveLength(160);
    expect(message?.body).toMatch(/^\*{8} is your Acme verification code x+\*{5}$/);
  });

  it("is refused as part of a host that is linked to, which would be kept as it is", async () => {
    const msgComment = "Open https://482913.login.acme.co.nz";
    expect(await send({ msgCode: "482913", msgComment })).toMatchObject({ status: 400 });
  });

  it("gives a made code again to a repeat", async () => {
    const headers = { "idempotency-key": "made" };
    const first = await send({}, account, headers);
    expect((await send({}, account, headers)).text).toBe(first.text);
  });

  it("is erased when its recipient opts out, and when it is refused", async () => {
    await emptyQueue();
    const own = await testAccount();
    await send({}, own);
    const optOut = { keyword: "STOP", blockedAt: new Date(), msisdn: MOBILE };
    await accountsDb().prisma.blockedNumber.create({ data: { accountId: own.accountId, ...optOut } });
    await send({ to: "64211239917" }, own);
    await dispatch(
      accountsDb(),
      new Simulator(accountsDb(), () => ({ delayMs: 1000, authSecret: TEST_SECRET })),
      new Date(),
      BY_DAY,
    );
    expect(await messagesOf(own.accountId)).toMatchObject([
      { status: "BLOCKED", encryptedBody: null },
      { status: "FAILED", encryptedBody: null },
    ]);
  });

  it("fails, rather than holding up others, where AUTH_SECRET has changed", async () => {
    await emptyQueue();
    const own = await testAccount();
    await send({}, own);
    const carrier = new Simulator(accountsDb(), () => ({ delayMs: 1000, authSecret: TEST_SECRET }));
    const rules = { ...BY_DAY, authSecret: "another secret, of other tests than these" };
    expect(await dispatch(accountsDb(), carrier, new Date(), rules)).toMatchObject({
      submitted: 0,
      refused: 1,
    });
    expect(await messagesOf(own.accountId)).toMatchObject([{ status: "FAILED", encryptedBody: null }]);
  });

  it("goes out at night", async () => {
    for (const night of ["2026-07-01T10:00:00Z", "2026-09-26T14:30:00Z", "2026-04-04T14:30:00Z"]) {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(night) });
      const own = await testAccount();
      expect((await send({}, own)).body).not.toHaveProperty("queue_reason");
      expect(await messagesOf(own.accountId)).toMatchObject([{ dueAt: new Date(night) }]);
    }
  });
});

describe("the price", () => {
  test.each([
    ["a New Zealand number", MOBILE, null, 80_000n],
    ["an Australian number", "61412345678", null, 80_000n],
    ["a number elsewhere", "447400123456", null, 180_000n],
    ["an account's own lower rate", MOBILE, 50_000n, 50_000n],
    ["an account's own higher rate", MOBILE, 95_000n, 80_000n],
    ["an account's own rate elsewhere", "447400123456", 50_000n, 180_000n],
  ])("of %s", async (_, to, standardRateMicros, netMicros) => {
    const own = await testAccount();
    await accountsDb().prisma.account.update({ where: { id: own.accountId }, data: { standardRateMicros } });
    await send({ to }, own);
    const where = { accountId: own.accountId, kind: "deduction" } as const;
    const [entry] = await accountsDb().prisma.ledgerEntry.findMany({ where });
    expect(entry).toMatchObject({ netMicros, segments: 1, sendType: "otp", rateCode: "OTP" });
  });

  it("is told under the caller's rate code with its suffix", async () => {
    const own = await testAccount();
    await send({ rateCode: "login" }, own);
    const where = { accountId: own.accountId };
    expect(
      await accountsDb().prisma.ledgerEntry.findFirst({ where: { ...where, kind: "deduction" } }),
    ).toMatchObject({
      rateCode: "login-OTP",
    });
    expect(await messagesOf(own.accountId)).toMatchObject([{ rateCode: "login" }]);
  });
});

describe("the sandbox", () => {
  it("tells the text and the price, and does nothing", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const own = await testAccount({ balanceMicros: 0n });
    const { body } = await send({ sandbox: "yes", msgCode: "123456", msgComment: "Bye" }, own);
    expect(body).toEqual({
      success: true,
      status: "sandbox",
      message_id: expect.stringMatching(/^SANDBOX_/),
      to: MOBILE,
      from: "2190",
      code: "123456",
      parts: 1,
      sandbox: true,
      sandbox_message: "123456 is your Acme verification code Bye",
      sandbox_encoding: "GSM-7",
      sandbox_would_charge: 0.092,
    });
    expect(await messagesOf(own.accountId)).toEqual([]);
    expect(await books(own.accountId)).toMatchObject({ balance: 0n, entries: 0 });
  });
});

describe("the sender", () => {
  it("is the account's template sender, or what is asked for, when the account may", async () => {
    const own = await testAccount();
    const { id: templateSenderId } = await accountsDb().prisma.shortcode.create({
      data: { number: "7001", ownerId: own.accountId },
    });
    await accountsDb().prisma.account.update({ where: { id: own.accountId }, data: { templateSenderId } });
    expect((await send({}, own)).body.from).toBe("7001");
    expect((await send({ from: "552" }, own)).body.from).toBe("552");
    expect(await send({ from: "7001" })).toMatchObject({
      status: 403,
      body: { code: "sender_not_authorised" },
    });
  });
});

describe("a link", () => {
  it("in the comment holds the message; the browser's marker does not", async () => {
    const own = await testAccount();
    expect((await send({ webOtpDomain: "acme.co.nz" }, own)).body.status).toBe("accepted");
    const { body } = await send({ msgComment: "See evil.co.nz", webOtpDomain: "acme.co.nz" }, own);
    expect(body).toMatchObject({ status: "held", held_domains: ["evil.co.nz"] });
    // Links are found in the text that is sent. Here the comment is cut to acme.co, which is another domain.
    const before = "1234 is your Acme verification code ".length + "\n@acme.co.nz #1234".length;
    const msgComment = `${"x".repeat(160 - before - " acme.co".length)} acme.co.nz`;
    await accountsDb().prisma.approvedDomain.create({
      data: { accountId: own.accountId, domain: "acme.co.nz", approvedAt: NOON },
    });
    const cut = await send({ msgCode: "1234", msgComment, webOtpDomain: "acme.co.nz" }, own);
    expect(cut.body).toMatchObject({ status: "held", held_domains: ["acme.co"] });
  });

  test.each([
    ["Booking.com", undefined, undefined],
    ["Booking.com.", "Not you? Call us.", undefined],
    ["www.booking.com", undefined, undefined],
    ["A/B.co & Sons", undefined, undefined],
    ["Booking.com", "Open evil.co.nz", ["evil.co.nz"]],
    ["evil.co.nz", "Open evil.co.nz", ["evil.co.nz"]],
    ["evil.co.nz/login", undefined, ["evil.co.nz"]],
    ["https://evil.co.nz", undefined, ["evil.co.nz"]],
    ["evil.co.nz:8080", undefined, ["evil.co.nz"]],
  ])("is looked for behind the company's name: %s, %s", async (msgCompany, msgComment, held_domains) => {
    const { body } = await send({ msgCompany, msgComment, webOtpDomain: "acme.co.nz" });
    expect(body).toMatchObject({ status: held_domains ? "held" : "accepted" });
    expect(body.held_domains).toEqual(held_domains);
  });
});

describe("errors", () => {
  test.each([
    ["to", { to: "" }, "Parameter 'to' is required."],
    ["msgCompany", { msgCompany: "" }, "Parameter 'msgCompany' is required."],
    ["an invisible company", { msgCompany: "\u200b" }, "'msgCompany'"],
    ["a company that does not fit", { msgCompany: "c".repeat(160) }, "160"],
    ["a number that is none", { to: "abc" }, "'to'"],
    ["three digits", { msgCode: "123" }, "4 to 8 digits"],
    ["nine digits", { msgCode: "123456789" }, "4 to 8 digits"],
    ["letters", { msgCode: "12a4" }, "4 to 8 digits"],
    ["other digits", { msgCode: "١٢٣٤" }, "4 to 8 digits"],
    ["a long rate code", { rateCode: "r".repeat(96) }, "'rateCode'"],
  ])("answers 400 for %s", async (_, parameters, sentence) => {
    const { status, body } = await send(parameters);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: expect.stringContaining(sentence) });
  });

  it("answers 401 to wrong credentials and 403 without funds, and sends nothing", async () => {
    const poor = await testAccount({ balanceMicros: 91_999n });
    expect(await send({ password: "wrong" })).toMatchObject({ status: 401 });
    expect(await send({}, poor)).toMatchObject({ status: 403, body: { code: "insufficient_funds" } });
    expect(await messagesOf(poor.accountId)).toEqual([]);
  });
});
