import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { GET, POST } from "@/app/gateway/sms/out/route";
import type { BulkSendResponse, SendResponse } from "@/lib/contracts/send";
import { db } from "@/lib/db/client";
import { type JobName, setJobRunner } from "@/lib/jobs/wake";
import { useTestDatabase } from "@/lib/testing/database";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/lib/testing/gateway";

useTestDatabase();
afterEach(() => vi.useRealTimers());

// A Saturday noon in New Zealand.
const NOON = new Date("2026-11-20T23:00:00Z");

// The queue is left as acceptance wrote it; what the carrier makes of it is tested with dispatch.
const woken: JobName[] = [];
setJobRunner({ wake: (job) => woken.push(job) });

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
});

const MOBILE = "64211234567";

function send<Body = SendResponse>(parameters: object, from: TestAccount = account, headers: Record<string, string> = {}) {
  const { userId, password } = from;
  return call<Body>(POST, {
    headers,
    json: { userId, password, to: MOBILE, body: "Kia ora", messageClass: "transactional", ...parameters },
  });
}

function atNoon(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
}

describe("a single send", () => {
  it("answers with the message as it was accepted, and stores and bills it", async () => {
    atNoon();
    const own = await testAccount();
    const { status, body } = await send({ messageId: "order-1", rateCode: "shop" }, own);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      status: "accepted",
      message_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      to: MOBILE,
      from: "552",
      parts: 1,
      route: "One NZ",
      porting: { ported: false, carrier: "One NZ", source: "prefix" },
    });
    const [message] = await messagesOf(own.accountId);
    expect(message).toMatchObject({
      id: body.message_id,
      msisdn: MOBILE,
      sender: "552",
      body: "Kia ora",
      status: "PENDING",
      customerMessageId: "order-1",
      rateCode: "shop",
      messageClass: "transactional",
      acceptedAt: NOON,
      dueAt: NOON,
    });
    expect(await books(own.accountId)).toEqual({ balance: 9_885_000n, ledger: 9_885_000n, entries: 2 });
    const entry = await db().prisma.ledgerEntry.findFirst({ where: { messageId: body.message_id } });
    expect(entry).toMatchObject({
      kind: "deduction",
      amountMicros: -115_000n,
      netMicros: 100_000n,
      gstMicros: 15_000n,
      rateCode: "shop",
      sendType: "sms",
      segments: 1,
    });
  });

  it("has what it accepted dispatched at once", async () => {
    woken.length = 0;
    await send({});
    expect(woken).toEqual(["dispatch"]);
  });

  it("takes its parameters from a query string and a form as well", async () => {
    const { userId, password } = account;
    const text = { to: MOBILE, body: "Kia ora", messageClass: "marketing", unicode: "no", sandbox: "1" };
    expect((await call(POST, { query: { userId, password, ...text } })).body).toMatchObject({ status: "sandbox" });
    expect((await call(POST, { form: { userId, password, ...text } })).body).toMatchObject({ status: "sandbox" });
    expect((await call(POST, { query: { userId, password }, form: text })).body).toMatchObject({ status: "sandbox" });
  });

  test.each([
    ["+64 21 123-4567", "64211234567"],
    ["(021) 123 4567", "64211234567"],
    ["0064211234567", "64211234567"],
    ["+61 412 345 678", "61412345678"],
  ])("reads the recipient %s", async (to, msisdn) => {
    expect((await send({ to, sandbox: true })).body.to).toBe(msisdn);
  });

  test.each([
    ["NZ", MOBILE, 1, 0.115],
    ["NZ", "61412345678", 1, 0.115],
    ["NZ", "447911123456", 2, 0.414],
    ["AU", MOBILE, 3, 0.3],
    ["AU", "447911123456", 1, 0.18],
  ])("charges an account in %s to %s, %i parts: %d", async (country, to, parts, price) => {
    const payer = await testAccount({ country });
    const text = "a".repeat(parts === 1 ? 160 : 153 * parts);
    const { body } = await send({ to, body: text, sandbox: true }, payer);
    expect(body).toMatchObject({ parts, sandbox_would_charge: price });
    await send({ to, body: text }, payer);
    const { balance, ledger } = await books(payer.accountId);
    expect(balance).toBe(ledger);
    expect(Number(10_000_000n - balance) / 1e6).toBe(price);
  });

  it("charges an account's own standard rate where it has one", async () => {
    const own = await testAccount();
    await db().prisma.account.update({ where: { id: own.accountId }, data: { standardRateMicros: 70_000n } });
    expect((await send({ sandbox: true }, own)).body.sandbox_would_charge).toBe(0.0805);
    expect((await send({ sandbox: true, to: "447911123456" }, own)).body.sandbox_would_charge).toBe(0.207);
  });
});

describe("refused parameters", () => {
  test.each([
    ["to", undefined, "Parameter 'to' is required."],
    ["to", 6421, "Parameter 'to' must be a text, or in a JSON body an array of texts."],
    ["to", [], "Parameter 'to' must name at least one recipient."],
    ["to", "12345", "Parameter 'to': '12345' is not a phone number of 6 to 15 digits in international form."],
    ["body", undefined, "Parameter 'body' is required."],
    ["body", "", "Parameter 'body' is required."],
    ["body", "\u200b\u00ad", "Parameter 'body' has nothing that can be sent."],
    ["messageClass", undefined, "Parameter 'messageClass' is required."],
    ["messageClass", "promo", "Parameter 'messageClass' must be 'transactional' or 'marketing'."],
    ["messageId", "a".repeat(37), "Parameter 'messageId' must be at most 36 characters long."],
    ["messageId", "a\nb", "Parameter 'messageId' must not contain control characters."],
    ["rateCode", "a".repeat(96), "Parameter 'rateCode' must be at most 95 characters long."],
    ["fragmentationLimit", 12, "Parameter 'fragmentationLimit' must be a whole number from 0 to 11."],
    ["fragmentationLimit", "two", "Parameter 'fragmentationLimit' must be a whole number from 0 to 11."],
    ["unicode", "maybe", "Parameter 'unicode' must be true or false."],
    ["sandbox", 2, "Parameter 'sandbox' must be true or false."],
    ["contentType", "application/octet-stream", "Parameter 'contentType' must be text/plain."],
  ])("%s: %j", async (name, value, sentence) => {
    expect(await send({ [name]: value })).toMatchObject({ status: 400, body: { success: false, error: sentence } });
    expect(await send({ sandbox: name !== "sandbox", [name]: value })).toMatchObject({ status: 400 });
  });

  it("take 36 and 95 characters, and every limit from 0 to 11", async () => {
    expect((await send({ messageId: "m".repeat(36), rateCode: "r".repeat(95), sandbox: true })).status).toBe(200);
    for (const fragmentationLimit of [0, 11, "7"]) {
      expect((await send({ fragmentationLimit, sandbox: true })).status).toBe(200);
    }
  });

  it("answer 400 for unicode on an account without it, in the sandbox too", async () => {
    const plain = await testAccount();
    for (const sandbox of [false, true]) {
      expect(await send({ unicode: true, sandbox }, plain)).toMatchObject({
        status: 400,
        body: { code: "unicode_not_enabled" },
      });
    }
  });

  it("answer 401 without credentials, 405 for GET, 415 for plain text", async () => {
    expect((await call(POST, { json: { to: MOBILE, body: "x", messageClass: "marketing" } })).status).toBe(401);
    expect((await call(GET, { method: "GET" })).status).toBe(405);
    expect((await call(POST, { raw: "to=1", headers: { "content-type": "text/plain" } })).status).toBe(415);
  });
});

describe("the text", () => {
  test.each([
    ["“Kia ora” – it’s tēnā koe…", '"Kia ora" - it\'s tena koe...', "GSM-7", 1],
    ["Price: €5 😀 日本", "Price: ?5 ? ??", "GSM-7", 1],
    ["a".repeat(160), "a".repeat(160), "GSM-7", 1],
    ["a".repeat(161), "a".repeat(161), "GSM-7", 2],
    [`${"a".repeat(159)}[`, `${"a".repeat(159)}[`, "GSM-7", 2],
  ])("%s", async (given, sent, encoding, parts) => {
    expect((await send({ body: given, sandbox: true })).body).toMatchObject({
      sandbox_message: sent,
      sandbox_encoding: encoding,
      parts,
    });
  });

  it("goes out as UCS-2 as supplied, quotes and dashes apart", async () => {
    expect((await send({ body: "“tēnā” – 😀…", unicode: true, sandbox: true })).body).toMatchObject({
      sandbox_message: '"tēnā" - 😀…',
      sandbox_encoding: "UCS-2",
      parts: 1,
    });
    expect((await send({ body: "ā".repeat(71), unicode: true, sandbox: true })).body.parts).toBe(2);
  });

  test.each([
    [{ body: "a".repeat(2000) }, 1683, 11],
    [{ body: "a".repeat(2000), fragmentationLimit: 0 }, 1683, 11],
    [{ body: "a".repeat(400), fragmentationLimit: 2 }, 306, 2],
    [{ body: "a".repeat(400), fragmentationLimit: 1 }, 160, 1],
    [{ body: "ā".repeat(1000), unicode: true }, 737, 11],
  ])("is trimmed to its limit and says so: %o", async (parameters, length, parts) => {
    const { body } = await send({ ...parameters, sandbox: true });
    expect(body).toMatchObject({ truncated: true, parts });
    expect(body.sandbox_message).toHaveLength(length);
  });

  it("does not say truncated when it fits", async () => {
    expect((await send({ body: "a".repeat(1683), sandbox: true })).body).not.toHaveProperty("truncated");
  });
});

describe("the sender", () => {
  it("is what was asked for when it is shared or the account's own, else 403", async () => {
    const own = await testAccount();
    const other = await testAccount();
    await db().prisma.shortcode.createMany({
      data: [
        { number: "4001", ownerId: own.accountId },
        { number: "4002", ownerId: other.accountId },
        { number: "4003", active: false },
      ],
    });
    expect((await send({ from: "2190", sandbox: true }, own)).body.from).toBe("2190");
    expect((await send({ from: "4001", sandbox: true }, own)).body.from).toBe("4001");
    for (const from of ["4002", "4003", "9999"]) {
      for (const sandbox of [true, false]) {
        expect(await send({ from, sandbox }, own)).toMatchObject({
          status: 403,
          body: { code: "sender_not_authorised", error: `This account may not send from '${from}'.` },
        });
      }
    }
    expect(await messagesOf(own.accountId)).toHaveLength(0);
  });

  it("is the account's default when none is asked for", async () => {
    const own = await testAccount();
    const { id } = await db().prisma.shortcode.create({ data: { number: "4010", ownerId: own.accountId } });
    expect((await send({ sandbox: true }, own)).body.from).toBe("552");
    await db().prisma.account.update({ where: { id: own.accountId }, data: { defaultSenderId: id } });
    expect((await send({ sandbox: true }, own)).body.from).toBe("4010");
  });
});

describe("the sandbox", () => {
  it("stores and bills nothing, whatever the balance", async () => {
    const poor = await testAccount({ balanceMicros: 0n });
    const { status, body } = await send({ sandbox: true }, poor);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: "sandbox",
      message_id: expect.stringMatching(/^SANDBOX_[0-9a-f-]{36}$/),
      sandbox: true,
      sandbox_message: "Kia ora",
      sandbox_encoding: "GSM-7",
      sandbox_would_charge: 0.115,
    });
    expect(await messagesOf(poor.accountId)).toHaveLength(0);
    expect(await books(poor.accountId)).toEqual({ balance: 0n, ledger: 0n, entries: 0 });
  });
});

describe("a bulk send", () => {
  it("has one entry per recipient in their order, failed ones in their place", async () => {
    atNoon();
    const own = await testAccount();
    const to = ["021 123 4567", "nobody", MOBILE, "6421129902", ""];
    const { status, body } = await send<BulkSendResponse>({ to }, own);
    expect(status).toBe(200);
    expect(body.summary).toEqual({ total: 5, sent: 3, failed: 2 });
    expect(body.success).toBe(true);
    expect(body.messages.map((entry) => [entry.success, entry.to])).toEqual([
      [true, MOBILE],
      [false, "nobody"],
      [true, MOBILE],
      [true, "6421129902"],
      [false, ""],
    ]);
    expect(body.messages[1]).toEqual({
      success: false,
      to: "nobody",
      error: "Invalid recipient",
      message: "'nobody' is not a phone number of 6 to 15 digits in international form.",
    });
    expect(await messagesOf(own.accountId)).toHaveLength(3);
    expect(await books(own.accountId)).toEqual({ balance: 9_655_000n, ledger: 9_655_000n, entries: 4 });
  });

  it("is bulk for an array of one, and a failure when nobody can be addressed", async () => {
    const { body } = await send<BulkSendResponse>({ to: [MOBILE], sandbox: true });
    expect(body.summary).toEqual({ total: 1, sent: 1, failed: 0 });
    expect((await send<BulkSendResponse>({ to: ["x"] })).body).toMatchObject({ success: false, summary: { failed: 1 } });
  });

  it("is refused whole when the balance does not cover it", async () => {
    const own = await testAccount({ balanceMicros: 229_999n });
    expect(await send({ to: [MOBILE, MOBILE] }, own)).toMatchObject({
      status: 403,
      body: { success: false, code: "insufficient_funds", error: "The account balance does not cover this request." },
    });
    expect(await messagesOf(own.accountId)).toHaveLength(0);
    expect(await books(own.accountId)).toMatchObject({ balance: 229_999n, ledger: 229_999n });
  });

  it("takes 10,000 recipients and refuses 10,001", async () => {
    const own = await testAccount({ balanceMicros: 2_000_000_000n });
    const to = Array.from({ length: 10_000 }, (_, index) => String(64_211_000_000 + index));
    expect(await send({ to: [...to, MOBILE] }, own)).toMatchObject({
      status: 400,
      body: { error: "Parameter 'to' has 10001 recipients; one request takes at most 10000. Split it." },
    });
    const { body } = await send<BulkSendResponse>({ to }, own);
    expect(body.summary).toEqual({ total: 10_000, sent: 10_000, failed: 0 });
    expect(body.messages.map((entry) => entry.to)).toEqual(to);
    expect(await books(own.accountId)).toEqual({ balance: 850_000_000n, ledger: 850_000_000n, entries: 10_001 });
  });
});

describe("a recipient who cannot be sent to", () => {
  it("is accepted, billed and BLOCKED when opted out or no possible mobile", async () => {
    const own = await testAccount();
    const other = await testAccount();
    await db().prisma.blockedNumber.createMany({
      data: [
        { accountId: own.accountId, msisdn: MOBILE, keyword: "STOP", blockedAt: new Date() },
        { accountId: own.accountId, msisdn: "64211234568", keyword: "STOP", blockedAt: new Date(), active: false, resubscribedAt: new Date() },
        { accountId: other.accountId, msisdn: "64211234569", keyword: "STOP", blockedAt: new Date() },
      ],
    });
    const to = [MOBILE, "6493001234", "64211234568", "64211234569"];
    const { body } = await send<BulkSendResponse>({ to }, own);
    expect(body.messages[0]).toMatchObject({ success: true, status: "accepted" });
    const stored = await messagesOf(own.accountId);
    expect(stored.map((m) => [m.status, m.statusCode, m.blockedReason, m.dueAt === null])).toEqual([
      ["BLOCKED", -1, "unsubscribed", true],
      ["BLOCKED", -1, "invalid_number", true],
      ["PENDING", null, null, false],
      ["PENDING", null, null, false],
    ]);
    expect((await books(own.accountId)).balance).toBe(10_000_000n - 4n * 115_000n);
  });
});

describe("links", () => {
  it("hold a message until every domain is approved", async () => {
    const own = await testAccount();
    await db().prisma.approvedDomain.create({
      data: { accountId: own.accountId, domain: "example.co.nz", approvedAt: new Date() },
    });
    const fine = await send({ body: "See https://www.example.co.nz/a and mail a@example.org" }, own);
    expect(fine.body.status).toBe("accepted");
    const { body } = await send({ body: "See www.example.co.nz, bit.ly/x and Evil.example.com" }, own);
    expect(body).toMatchObject({
      status: "held",
      hold_reason: "unapproved_domain",
      hold_message: expect.any(String),
      held_domains: ["bit.ly", "evil.example.com"],
    });
    expect((await messagesOf(own.accountId)).at(-1)).toMatchObject({
      status: "PENDING",
      heldHosts: ["bit.ly", "evil.example.com"],
      dueAt: null,
    });
    expect((await books(own.accountId)).balance).toBe(10_000_000n - 2n * 115_000n);
  });

  it("are looked for in the text as it goes out", async () => {
    expect((await send({ body: "Go to éxample.com" })).body.held_domains).toEqual(["example.com"]);
    const cut = await send({ body: `${"a".repeat(158)} bit.ly/x`, fragmentationLimit: 1 });
    expect(cut.body.status).not.toBe("held");
  });
});

describe("the night", () => {
  // Standard time: 21:00 is 09:00 UTC. Daylight time: 21:00 is 08:00 UTC.
  test.each([
    ["20:59:59 in winter", "2026-07-01T08:59:59Z", "accepted", "2026-07-01T08:59:59Z"],
    ["21:00:00 in winter", "2026-07-01T09:00:00Z", "queued", "2026-07-01T19:00:00Z"],
    ["06:59:59 in winter", "2026-07-01T18:59:59Z", "queued", "2026-07-01T19:00:00Z"],
    ["07:00:00 in winter", "2026-07-01T19:00:00Z", "accepted", "2026-07-01T19:00:00Z"],
    ["the night clocks go forward", "2026-09-26T10:00:00Z", "queued", "2026-09-26T18:00:00Z"],
    ["the night clocks go back", "2026-04-04T10:00:00Z", "queued", "2026-04-04T19:00:00Z"],
  ])("%s", async (_, at, status, dueAt) => {
    const own = await testAccount();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
    for (const messageClass of ["transactional", "marketing"]) {
      const { body } = await send({ messageClass }, own);
      expect(body.status).toBe(status);
      if (status === "queued") {
        expect(body).toMatchObject({ queue_reason: "nighttime", queue_message: expect.stringContaining("7am") });
      } else expect(body).not.toHaveProperty("queue_reason");
    }
    expect((await messagesOf(own.accountId))[0]).toMatchObject({ status: "PENDING", dueAt: new Date(dueAt) });
  });

  it("does not hold up numbers elsewhere, nor anything in the sandbox", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-07-01T10:00:00Z") });
    expect((await send({ to: "61412345678" })).body.status).toBe("accepted");
    expect((await send({ sandbox: true })).body.status).toBe("sandbox");
  });
});

describe("an Idempotency-Key", () => {
  it("gives the first response again to the same request, and bills once", async () => {
    const own = await testAccount();
    const headers = { "idempotency-key": "order-1" };
    const first = await send({ to: [MOBILE, "bad"] }, own, headers);
    const again = await send({ to: [MOBILE, "bad"] }, own, headers);
    expect(first.headers.get("idempotent-replay")).toBeNull();
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(await messagesOf(own.accountId)).toHaveLength(1);
    expect((await books(own.accountId)).balance).toBe(9_885_000n);
  });

  it("answers 409 to another request, and is another account's own", async () => {
    const own = await testAccount();
    const other = await testAccount();
    const headers = { "idempotency-key": "k" };
    await send({}, own, headers);
    expect(await send({ body: "Other" }, own, headers)).toMatchObject({
      status: 409,
      body: { success: false, code: "idempotency_conflict" },
    });
    expect((await send({ body: "Other" }, other, headers)).status).toBe(200);
  });

  it("bills once when the same request comes many times at once", async () => {
    const own = await testAccount({ balanceMicros: 115_000n });
    const headers = { "idempotency-key": "race" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({}, own, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ headers: h }) => h.get("idempotent-replay") === "true")).toHaveLength(7);
    expect(await books(own.accountId)).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it("is not used up by a refusal, and is forgotten after 24 hours", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const headers = { "idempotency-key": "later" };
    expect((await send({}, own, headers)).status).toBe(403);
    await db().prisma.account.update({ where: { id: own.accountId }, data: { balanceMicros: 1_000_000n } });
    const first = await send({}, own, headers);
    expect(first.status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 + 1000 });
    const next = await send({}, own, headers);
    expect(next.headers.get("idempotent-replay")).toBeNull();
    expect(next.body.message_id).not.toBe(first.body.message_id);
  });

  test.each(["", "a b", "é", "x".repeat(256)])("must be visible ASCII of 1 to 255 characters: %j", async (key) => {
    const answer = send({}, account, { "idempotency-key": key }).catch(() => ({ status: 400 }));
    expect((await answer).status).toBe(400);
  });
});
