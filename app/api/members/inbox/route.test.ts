import { beforeAll, describe, expect, it, test, vi } from "vitest";
import {
  type Conversation,
  type ConversationsPage,
  listConversationsOperation,
  readConversationOperation,
} from "@/lib/contracts/members/inbox";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET: read } = handlersOf("/api/members/inbox/conversation");
const { GET: download } = handlersOf("/api/members/inbox/export");
const { GET } = handlersOf("/api/members/inbox");

useTestDatabase();

let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  other = await testAccount();
  return () => vi.useRealTimers();
});

async function list(from: TestAccount, query: Record<string, string> = {}): Promise<ConversationsPage> {
  const { status, body } = await ask<ConversationsPage>(GET, from, { query });
  expect(status).toBe(200);
  expect(body).toEqual(listConversationsOperation.response.parse(body));
  return body;
}

async function open(from: TestAccount, number: string, query: Record<string, string> = {}) {
  const { status, body } = await ask<Conversation>(read, from, { query: { number, ...query } });
  expect(status).toBe(200);
  expect(body).toEqual(readConversationOperation.response.parse(body));
  return body;
}

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);
const numbersOf = ({ conversations }: ConversationsPage) => conversations.map(({ number }) => number);
const textsOf = ({ messages }: Conversation) => messages.map(({ text }) => text);

/** Inserts a message of the account to a number an hour ago, and the number's reply. */
async function wrote(to: TestAccount, number: string, body: string, at: Date): Promise<void> {
  await sentMessage(to.accountId, number, minutesAgo(60), { body: "Kia ora, how was it?" });
  await receive(db(), "test", [carrierInbound({ from: number, body, receivedAt: at })], at);
}

async function again(number: string, body: string, at: Date): Promise<void> {
  await receive(db(), "test", [carrierInbound({ from: number, body, receivedAt: at })], at);
}

describe("the inbox", () => {
  it("has each number once, by its last message, the latest first", async () => {
    const own = await testAccount();
    const [one, two, three] = [newMobile(), newMobile(), newMobile()];
    await wrote(own, one, "First", minutesAgo(50));
    await wrote(own, two, "Good", minutesAgo(40));
    await again(one, "And more", minutesAgo(30));
    await wrote(own, three, "STOP", minutesAgo(20));
    await sentMessage(own.accountId, two, minutesAgo(10), { body: "Thank you" });
    expect((await list(own)).conversations).toEqual([
      {
        number: three,
        network: "One NZ",
        text: "STOP",
        shortcode: "552",
        at: "2026-11-21 11:40:00",
        answered: false,
        blocked: true,
        tags: [],
      },
      {
        number: one,
        network: "One NZ",
        text: "And more",
        shortcode: "552",
        at: "2026-11-21 11:30:00",
        answered: false,
        blocked: false,
        tags: [],
      },
      {
        number: two,
        network: "One NZ",
        text: "Good",
        shortcode: "552",
        at: "2026-11-21 11:20:00",
        answered: true,
        blocked: false,
        tags: [],
      },
    ]);
    expect(numbersOf(await list(own, { number: `0${one.slice(2)}` }))).toEqual([one]);
    expect(numbersOf(await list(own, { number: "64219999999" }))).toEqual([]);
  });

  it("says how many conversations a filter lets through, on each page, and none of another account", async () => {
    const own = await testAccount();
    const [one, two, three] = [newMobile(), newMobile(), newMobile()];
    for (const number of [one, two, three]) await wrote(own, number, "Kia ora", minutesAgo(50));
    await again(one, "And more", minutesAgo(30));
    await wrote(await testAccount(), newMobile(), "Kia ora", minutesAgo(50));
    await db().prisma.conversationTag.createMany({
      data: [one, two].map((msisdn) => ({ accountId: own.accountId, msisdn, tag: "VIP", since: NOON })),
    });
    const total = async (query: Record<string, string>) => (await list(own, query)).total;
    expect(await total({})).toEqual({ count: 3, isMore: false });
    expect(await total({ limit: "1", before: String((await list(own, { limit: "1" })).older) })).toEqual({
      count: 3,
      isMore: false,
    });
    expect((await total({ tag: "vip" })).count).toBe(2);
    expect((await total({ tag: "vip", number: one })).count).toBe(1);
    expect((await total({ tag: "vip", number: three })).count).toBe(0);
    expect((await total({ number: `+${three}` })).count).toBe(1);
  });

  it("goes to older pages and back", async () => {
    const own = await testAccount();
    const numbers: string[] = [];
    for (let index = 0; index < 5; index++) {
      const number = newMobile();
      numbers.unshift(number);
      await wrote(own, number, "Old", minutesAgo(59));
      await again(number, "New", minutesAgo(50 - Math.floor(index / 2)));
    }
    const first = await list(own, { limit: "2" });
    expect(numbersOf(first)).toEqual(numbers.slice(0, 2));
    const second = await list(own, { limit: "2", before: String(first.older) });
    expect(numbersOf(second)).toEqual(numbers.slice(2, 4));
    const last = await list(own, { limit: "2", before: String(second.older) });
    expect(numbersOf(last)).toEqual(numbers.slice(4));
    expect(last.older).toBeNull();
    expect(numbersOf(await list(own, { limit: "2", after: String(last.newer) }))).toEqual(
      numbers.slice(2, 4),
    );
  });

  it("is for who is signed in, and refuses what it cannot read", async () => {
    for (const handler of [GET, read, download]) {
      expect(await call(handler, { method: "GET", query: { number: "552" } })).toMatchObject({ status: 401 });
    }
    expect(await ask(GET, account, { query: { before: "x" } })).toMatchObject({ status: 400 });
    expect(await ask(read, account, {})).toMatchObject({ status: 400 });
    expect(await ask(download, account, { query: { start: "2026-13-01" } })).toMatchObject({ status: 400 });
  });
});

describe("a conversation", () => {
  it("has what went to and fro, the newest first, and what the webhook said", async () => {
    const own = await testAccount();
    await listen(own.accountId);
    const number = newMobile();
    await wrote(own, number, "Lovely", minutesAgo(30));
    await db().prisma.webhookDelivery.updateMany({
      where: { accountId: own.accountId },
      data: {
        attempts: 1,
        attemptedAt: minutesAgo(29),
        attemptedUrl: "https://receiver.example.com/in",
        responseCode: 500,
        responseBody: "oops",
        durationMs: 12,
        dueAt: NOON,
      },
    });
    const code = "****** is your code";
    const encryptedBody = Buffer.from("encrypted 482913");
    await sentMessage(own.accountId, number, minutesAgo(10), { sendType: "otp", body: code, encryptedBody });
    const conversation = await open(own, `+${number}`);
    expect(conversation).toMatchObject({
      number,
      network: "One NZ",
      blocked: null,
      replyFrom: "552",
      newer: null,
      older: null,
    });
    expect(conversation.messages).toMatchObject([
      { direction: "out", text: code, state: "PENDING", at: "2026-11-21 11:50:00", shortcode: "552" },
      {
        direction: "in",
        text: "Lovely",
        at: "2026-11-21 11:30:00",
        shortcode: "552",
        webhook: {
          state: "pending",
          attempts: 1,
          at: "2026-11-21 11:31:00",
          responseCode: 500,
          response: "oops",
          url: "https://receiver.example.com/in",
          error: null,
          durationMs: 12,
          nextAt: "2026-11-21 12:00:00",
        },
      },
      { direction: "out", text: "Kia ora, how was it?", state: "PENDING" },
    ]);
    expect(JSON.stringify(conversation)).not.toMatch(/482913|encrypted/i);
  });

  it("is paged through both ways at once", async () => {
    const own = await testAccount();
    const number = newMobile();
    await wrote(own, number, "one", minutesAgo(50));
    await sentMessage(own.accountId, number, minutesAgo(50), { body: "two" });
    await again(number, "three", minutesAgo(40));
    await sentMessage(own.accountId, number, minutesAgo(30), { body: "four" });
    const all = textsOf(await open(own, number));
    expect(all).toHaveLength(5);
    expect(all.slice(0, 2)).toEqual(["four", "three"]);
    const first = await open(own, number, { limit: "2" });
    const second = await open(own, number, { limit: "2", before: String(first.older) });
    const last = await open(own, number, { limit: "2", before: String(second.older) });
    expect([first, second, last].flatMap(textsOf)).toEqual(all);
    expect(last.older).toBeNull();
    expect(textsOf(await open(own, number, { limit: "2", after: String(last.newer) }))).toEqual(
      textsOf(second),
    );
  });

  it("tells who has opted out and who cannot be written to", async () => {
    const own = await testAccount();
    const number = newMobile();
    await wrote(own, number, "stop", minutesAgo(20));
    expect((await open(own, number)).blocked).toEqual({ keyword: "STOP", since: "2026-11-21 11:40:00" });
    await db().prisma.shortcode.create({ data: { number: "8800", ownerId: own.accountId } });
    await receive(db(), "test", [carrierInbound({ from: "PARCELS", to: "8800" })], NOON);
    expect((await open(own, "PARCELS")).replyFrom).toBeNull();
  });

  it("is nobody else's, though both wrote to the same number", async () => {
    const number = newMobile();
    await wrote(account, number, "For you alone", minutesAgo(20));
    await sentMessage(other.accountId, number, minutesAgo(5), { body: "From the other" });
    expect(textsOf(await open(account, number))).toEqual(["For you alone", "Kia ora, how was it?"]);
    expect((await list(account, { number })).conversations).toMatchObject([{ answered: false }]);
    expect((await list(other)).conversations).toEqual([]);
    expect(await ask(read, other, { query: { number } })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    expect((await ask(download, other, {})).text.trimEnd().split("\r\n")).toHaveLength(1);
  });
});

describe("the file of messages in", () => {
  test("has all of them, or a number's, or some days'", async () => {
    const own = await testAccount();
    const [one, two] = [newMobile(), newMobile()];
    await wrote(own, one, "=cmd()", minutesAgo(40));
    await wrote(own, two, 'He said "no", twice', new Date(NOON.getTime() - 86_400_000));
    const lines = async (query: Record<string, string>) => {
      const { status, text } = await ask(download, own, { query });
      expect(status).toBe(200);
      return text.trimEnd().split("\r\n").slice(1);
    };
    const all = await lines({});
    expect(all).toHaveLength(2);
    expect(all[0]).toContain(`,2026-11-21 11:20:00,${one},552,'=cmd(),One NZ,`);
    expect(all[1]).toContain('"He said ""no"", twice"');
    expect(await lines({ number: one })).toEqual([all[0]]);
    expect(await lines({ end: "2026-11-20" })).toEqual([all[1]]);
  });
});
