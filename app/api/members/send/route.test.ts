import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  previewSendOperation,
  readSendOptions,
  type SendOptions,
  type SendPreview,
  type SendSummary,
  sendFromPageOperation,
} from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE, NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

const { POST: preview } = handlersOf("/api/members/send/preview");
const { GET, POST } = handlersOf("/api/members/send");

useTestDatabase();

/** 23:00 in New Zealand. */
const NIGHT = new Date("2026-11-21T10:00:00Z");
const LANDLINE = "6493001234";
const AUSTRALIAN = "61412345678";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  woken.length = 0;
});
afterEach(() => void vi.useRealTimers());

let keys = 0;
const newKey = () => `test-key-of-a-form-${++keys}`;
const form = (given: object = {}) => ({
  to: [MOBILE],
  body: "Kia ora",
  messageClass: "transactional",
  key: newKey(),
  ...given,
});

async function sent(account: TestAccount, given: object = {}) {
  const called = await ask<SendSummary>(POST, account, { json: form(given) });
  expect(called).toMatchObject({ status: 200 });
  expect(called.body).toEqual(sendFromPageOperation.response.parse(called.body));
  return called.body;
}

async function previewed(account: TestAccount, given: object = {}) {
  const { key: _, ...json } = form(given);
  const called = await ask<SendPreview>(preview, account, { json });
  expect(called).toMatchObject({ status: 200 });
  expect(called.body).toEqual(previewSendOperation.response.parse(called.body));
  return called.body;
}

const block = ({ accountId }: TestAccount, msisdn: string) =>
  db().prisma.blockedNumber.create({ data: { accountId, msisdn, keyword: "STOP", blockedAt: NOON } });

describe("sending from the page", () => {
  it("sends to each, and says what became of whom at what price", async () => {
    const account = await testAccount();
    await block(account, "64211110000");
    const to = [MOBILE, AUSTRALIAN, "64211110000", LANDLINE, "not a number"];
    const summary = await sent(account, { to, messageId: "own-1", rateCode: "shop" });
    expect(summary).toEqual({
      localTime: false,
      goesOut: null,
      leftOut: 0,
      sandbox: false,
      total: 5,
      accepted: 2,
      queued: 0,
      held: 0,
      optedOut: 1,
      cannotReceive: 1,
      failed: 1,
      sender: "552",
      parts: 1,
      mostParts: 1,
      price: "0.46",
      heldDomains: [],
      queuedUntil: null,
      scheduledFor: null,
      failures: [{ to: "not a number", message: expect.stringContaining("is not a phone number") }],
      messageId: null,
      sendId: expect.any(String),
    });
    const { accountId } = account;
    expect(await messagesOf(accountId)).toMatchObject(
      to.slice(0, 4).map((msisdn) => ({ msisdn, customerMessageId: "own-1", rateCode: "shop" })),
    );
    expect(await books(accountId)).toMatchObject({ balance: 9_540_000n, ledger: 9_540_000n });
    expect(woken).toEqual(["dispatch", "webhooks"]);
  });

  it("names the message where there is one", async () => {
    const account = await testAccount();
    const { messageId } = await sent(account);
    expect(await messagesOf(account.accountId)).toMatchObject([{ id: messageId, status: "PENDING" }]);
  });

  it("says what waits for the morning, and what is held for a domain", async () => {
    const account = await testAccount();
    const held = await sent(account, { body: "See bit.ly/x" });
    expect(held).toMatchObject({ accepted: 0, held: 1, heldDomains: ["bit.ly"], price: "0.115" });
    vi.setSystemTime(NIGHT);
    const queued = await sent(account, { to: [MOBILE, AUSTRALIAN] });
    expect(queued).toMatchObject({ accepted: 1, queued: 1, queuedUntil: "2026-11-22 07:00:00" });
  });

  it("sends once for a key, and tells a repeat what the first was told", async () => {
    const account = await testAccount();
    await block(account, "64211110001");
    const json = form({ to: [MOBILE, "64211110001"] });
    const twice = await Promise.all([1, 2].map(() => ask<SendSummary>(POST, account, { json })));
    const later = await ask<SendSummary>(POST, account, { json });
    expect(twice[0]).toMatchObject({ status: 200, body: { accepted: 1, optedOut: 1, price: "0.23" } });
    for (const { body } of [...twice, later]) expect(body).toEqual(twice[0]?.body);
    expect(await messagesOf(account.accountId)).toHaveLength(2);
    const changed = await ask(POST, account, { json: { ...json, body: "Another" } });
    expect(changed).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } });
  });

  it("in test mode sends nothing, bills nothing, and keeps no key", async () => {
    const account = await testAccount();
    const json = form({ sandbox: true });
    const tested = await ask<SendSummary>(POST, account, { json });
    expect(tested.body).toMatchObject({ sandbox: true, accepted: 1, price: "0.115", messageId: null });
    expect(await messagesOf(account.accountId)).toEqual([]);
    expect(woken).toEqual([]);
    await sent(account, { ...json, sandbox: false });
    expect(await messagesOf(account.accountId)).toHaveLength(1);
  });

  it("in test mode tells of each what would become of it", async () => {
    const account = await testAccount();
    await block(account, "64211110002");
    const tested = (body: string) =>
      sent(account, { to: [MOBILE, AUSTRALIAN, "64211110002", LANDLINE, "nobody"], body, sandbox: true });
    const others = { total: 5, optedOut: 1, cannotReceive: 1, failed: 1, price: "0.46" };
    expect(await tested("Kia ora")).toMatchObject({ ...others, accepted: 2, queued: 0, held: 0 });
    const linked = { accepted: 0, queued: 0, held: 2, heldDomains: ["bit.ly"] };
    expect(await tested("See bit.ly/x")).toMatchObject({ ...others, ...linked });
    vi.setSystemTime(NIGHT);
    const atNight = { accepted: 1, queued: 1, held: 0, queuedUntil: "2026-11-22 07:00:00" };
    expect(await tested("Kia ora")).toMatchObject({ ...others, ...atNight });
  });

  it("sends nothing where nobody can be addressed", async () => {
    const account = await testAccount();
    const summary = await sent(account, { to: ["nobody"] });
    expect(summary).toMatchObject({ accepted: 0, failed: 1, price: "0.00", sender: null });
    expect(await books(account.accountId)).toMatchObject({ balance: 10_000_000n, entries: 1 });
  });

  test.each([
    [{ to: MOBILE }, 400, "invalid_parameter"],
    [{ to: [] }, 400, "invalid_parameter"],
    [{ to: [1] }, 400, "invalid_parameter"],
    [{ to: Array.from({ length: 10_001 }, () => MOBILE) }, 400, "too_many_recipients"],
    [{ body: "" }, 400, "missing_parameter"],
    [{ body: "\u200b" }, 400, "invalid_parameter"],
    [{ messageClass: "important" }, 400, "invalid_parameter"],
    [{ messageId: "n".repeat(37) }, 400, "invalid_parameter"],
    [{ key: "short" }, 400, "invalid_parameter"],
    [{ key: undefined }, 400, "missing_parameter"],
    [{ unicode: true }, 400, "unicode_not_enabled"],
    [{ from: "999" }, 403, "sender_not_authorised"],
    [{ to: Array.from({ length: 100 }, () => MOBILE) }, 403, "insufficient_funds"],
    [{ body: "n".repeat(5_000_000) }, 413, "body_too_large"],
  ])("refuses %j", { timeout: 30_000 }, async (given, status, code) => {
    const account = await testAccount();
    expect(await ask(POST, account, { json: form(given) })).toMatchObject({ status, body: { code } });
    expect(await messagesOf(account.accountId)).toEqual([]);
  });

  it("is refused from another site, and where nobody is signed in", async () => {
    const account = await testAccount();
    const headers = { "sec-fetch-site": "cross-site" };
    expect(await ask(POST, account, { json: form() }, headers)).toMatchObject({ status: 403 });
    const own = { "sec-fetch-site": "same-origin" };
    expect(await call(POST, { json: form(), headers: own })).toMatchObject({ status: 401 });
    expect(await call(preview, { json: form(), headers: own })).toMatchObject({ status: 401 });
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
  });

  it("gives nobody another account's answer for the same key", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    const json = form();
    const first = await ask<SendSummary>(POST, own, { json });
    const second = await ask<SendSummary>(POST, other, { json });
    expect(second.body.messageId).not.toBe(first.body.messageId);
    expect(await messagesOf(other.accountId)).toMatchObject([{ id: second.body.messageId }]);
  });
});

describe("the preview", () => {
  it("has the price of the real send, and what to know before it", async () => {
    const account = await testAccount({ balanceMicros: 500_000n, unicode: true });
    await block(account, AUSTRALIAN);
    const to = [MOBILE, AUSTRALIAN, "43664123456", "nobody"];
    const shown = await previewed(account, { to, body: "“Kia ora”" });
    expect(shown).toEqual({
      localTimes: [],
      goesOut: null,
      leftOut: 0,
      total: 4,
      failed: 1,
      failures: [{ to: "nobody", message: expect.any(String) }],
      sender: "552",
      parts: 1,
      mostParts: 1,
      text: '"Kia ora"',
      price: "0.437",
      balance: "0.50",
      covered: true,
      optedOut: 1,
      cannotReceive: 0,
      heldDomains: [],
      night: null,
    });
    expect(await messagesOf(account.accountId)).toEqual([]);
    expect((await sent(account, { to, body: "“Kia ora”" })).price).toBe(shown.price);
    const unicode = await previewed(account, { body: "ā".repeat(71), unicode: true });
    expect(unicode).toMatchObject({ parts: 2, text: "ā".repeat(71), price: "0.23", covered: false });
  });

  it("says what would be held or wait for the morning", async () => {
    const account = await testAccount();
    vi.setSystemTime(NIGHT);
    expect(await previewed(account, { to: [MOBILE, AUSTRALIAN] })).toMatchObject({
      night: { messages: 1, until: "2026-11-22 07:00:00" },
    });
    const linked = { body: "See bit.ly/x" };
    expect(await previewed(account, linked)).toMatchObject({ heldDomains: ["bit.ly"], night: null });
    const { accountId } = account;
    await db().prisma.approvedDomain.create({ data: { accountId, domain: "bit.ly", approvedAt: NOON } });
    expect(await previewed(account, linked)).toMatchObject({ heldDomains: [] });
  });

  it("knows nothing of another account's opt-outs, approvals and balance", async () => {
    const [own, other] = [await testAccount(), await testAccount({ balanceMicros: 0n })];
    const { accountId } = other;
    await block(other, MOBILE);
    await db().prisma.approvedDomain.create({ data: { accountId, domain: "bit.ly", approvedAt: NOON } });
    const shown = await previewed(own, { body: "See bit.ly/x" });
    expect(shown).toMatchObject({ optedOut: 0, heldDomains: ["bit.ly"], balance: "10.00" });
  });

  it("is refused as the send would be, but never for want of money", async () => {
    const account = await testAccount({ balanceMicros: 0n });
    const refused = async (given: object) => (await ask(preview, account, { json: form(given) })).body.code;
    expect(await refused({ from: "999" })).toBe("sender_not_authorised");
    expect(await refused({ unicode: true })).toBe("unicode_not_enabled");
    expect(await refused({ to: [] })).toBe("invalid_parameter");
    expect(await previewed(account)).toMatchObject({ covered: false, balance: "0.00" });
  });
});

describe("what there is to send with", () => {
  it("is the account's senders and the shared ones, and no other's", async () => {
    const [own, other] = [await testAccount({ unicode: true }), await testAccount()];
    await db().prisma.shortcode.create({ data: { number: "3001", ownerId: own.accountId } });
    await db().prisma.shortcode.create({ data: { number: "3002", ownerId: own.accountId, active: false } });
    await db().prisma.shortcode.create({ data: { number: "3003", ownerId: other.accountId } });
    const { body } = await ask<SendOptions>(GET, own, {});
    expect(body).toEqual(readSendOptions.response.parse(body));
    expect(body).toEqual({
      senders: [
        { number: "3001", own: true },
        { number: "552", own: false },
        { number: "2190", own: false },
      ],
      usualSender: "552",
      unicodeEnabled: true,
      maxRecipients: 10_000,
    });
    await db().prisma.shortcode.updateMany({ where: { ownerId: null }, data: { active: false } });
    const bare = await ask<SendOptions>(GET, await testAccount(), {});
    expect(bare.body).toMatchObject({ senders: [], usualSender: null });
    await db().prisma.shortcode.updateMany({ where: { ownerId: null }, data: { active: true } });
  });
});
