import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { type ReplyResponse, replyOperation } from "@/lib/contracts/members/inbox";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

const { POST } = handlersOf("/api/members/inbox/reply");

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  return () => vi.useRealTimers();
});

let keys = 0;
const given = (number: string, more: object = {}) => ({
  json: { number, text: "Thank you", key: `key-${++keys}`, ...more },
});

/** Inserts a message from a person to the account. Returns the person's number. */
async function correspondent(body = "Yes please", to = account): Promise<string> {
  const number = newMobile();
  const at = new Date(NOON.getTime() - 60_000);
  await sentMessage(to.accountId, number, at);
  await receive(db(), "test", [carrierInbound({ from: number, body, receivedAt: at })], at);
  return number;
}

async function reply(number: string, more: object = {}) {
  const called = await ask<ReplyResponse>(POST, account, given(number, more));
  expect(called.status).toBe(200);
  expect(called.body).toEqual(replyOperation.response.parse(called.body));
  return called.body;
}

const lastMessage = async (from = account) => (await messagesOf(from.accountId)).at(-1);

describe("a reply", () => {
  it("goes out from the shortcode that they wrote to last, is billed, and wakes dispatch", async () => {
    const number = await correspondent();
    await db().prisma.shortcode.create({ data: { number: "8801", ownerId: account.accountId } });
    await receive(db(), "test", [carrierInbound({ from: number, to: "8801", receivedAt: NOON })], NOON);
    const before = await books(account.accountId);
    woken.length = 0;
    const sent = await reply(`+${number}`);
    expect(sent).toMatchObject({ status: "accepted", from: "8801", parts: 1, truncated: false, note: null });
    expect(await lastMessage()).toMatchObject({
      id: sent.id,
      msisdn: number,
      sender: "8801",
      body: "Thank you",
      messageClass: "transactional",
      sendType: "sms",
    });
    expect((await books(account.accountId)).balance).toBe(before.balance - 115_000n);
    expect(woken).toContain("dispatch");
  });

  it("is sent once, however often it is asked for with the same key", async () => {
    const number = await correspondent();
    const first = await reply(number, { key: "the-key" });
    const before = (await messagesOf(account.accountId)).length;
    expect(await reply(number, { key: "the-key" })).toEqual(first);
    expect(await messagesOf(account.accountId)).toHaveLength(before);
    const another = given(number, { key: "the-key", text: "Another text" });
    expect(await ask(POST, account, another)).toMatchObject({ status: 409 });
  });

  it("tells why it waits, and what was cut off", async () => {
    const number = await correspondent();
    expect(await reply(number, { text: "See example.com" })).toMatchObject({
      status: "held",
      note: expect.stringContaining("domain"),
    });
    expect(await reply(number, { text: "x".repeat(2_000) })).toMatchObject({ parts: 11, truncated: true });
    vi.setSystemTime(new Date("2026-11-20T09:30:00Z"));
    expect(await reply(number)).toMatchObject({ status: "queued", note: expect.stringContaining("7am") });
    vi.setSystemTime(NOON);
  });

  it("goes out as Unicode for an account that may use it", async () => {
    const number = await correspondent();
    expect(await ask(POST, account, given(number, { unicode: true }))).toMatchObject({
      status: 400,
      body: { code: "unicode_not_enabled" },
    });
    await db().prisma.account.update({ where: { id: account.accountId }, data: { unicodeEnabled: true } });
    await reply(number, { unicode: true, text: "Tēnā koe 👋" });
    expect(await lastMessage()).toMatchObject({ encoding: "UCS2", body: "Tēnā koe 👋" });
  });

  it("does not go to who has opted out, and costs nothing", async () => {
    const number = await correspondent("STOP");
    const before = await books(account.accountId);
    expect(await ask(POST, account, given(number))).toMatchObject({
      status: 409,
      body: { code: "conflict", error: expect.stringContaining("STOP") },
    });
    expect(await books(account.accountId)).toEqual(before);
  });

  it("goes to nobody who has not written to this account", async () => {
    const other = await testAccount();
    const theirs = await correspondent("Hello", other);
    for (const number of [theirs, newMobile(), "nonsense"]) {
      expect(await ask(POST, account, given(number))).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    }
  });

  it("is refused where the balance does not cover it, and from a shortcode that is another's by now", async () => {
    const poor = await testAccount({ balanceMicros: 115_000n });
    const number = await correspondent("Hello", poor);
    expect(await ask(POST, poor, given(number))).toMatchObject({
      status: 403,
      body: { code: "insufficient_funds" },
    });
    const own = await testAccount();
    const made = await db().prisma.shortcode.create({ data: { number: "8802", ownerId: own.accountId } });
    await receive(db(), "test", [carrierInbound({ from: number, to: "8802" })], NOON);
    await db().prisma.shortcode.update({ where: { id: made.id }, data: { ownerId: account.accountId } });
    expect(await ask(POST, own, given(number))).toMatchObject({
      status: 403,
      body: { code: "sender_not_authorised" },
    });
  });

  test.each([
    [{ text: "" }, "'text' is required"],
    [{ text: "\u200b" }, "no characters that can be sent"],
    [{ key: "" }, "'key' is required"],
    [{ key: "with space" }, "'key' must be visible"],
    [{ number: "" }, "'number' is required"],
  ])("is refused as %j", async (more, sentence) => {
    const number = await correspondent();
    expect(await ask(POST, account, given(number, more))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });

  it("is for who is signed in, from a page of ours", async () => {
    const headers = { "sec-fetch-site": "same-origin" };
    expect(await call(POST, { ...given("64211234567"), headers })).toMatchObject({ status: 401 });
    const foreign = { "sec-fetch-site": "cross-site" };
    expect(await ask(POST, account, given("64211234567"), foreign)).toMatchObject({ status: 403 });
  });
});
