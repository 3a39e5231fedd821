import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { listMessagesOperation, type MessageRecord } from "@/lib/contracts/members/messages";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { report } from "@/lib/messages/dispatch/report";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET } = handlersOf("/api/members/messages");

useTestDatabase();

let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  other = await testAccount();
  return () => vi.useRealTimers();
});

type ListBody = { messages: MessageRecord[]; newer: string | null; older: string | null };

async function list(query: Record<string, string> = {}, from = account): Promise<ListBody> {
  const { status, body } = await ask<ListBody>(GET, from, { query });
  expect(status).toBe(200);
  expect(body).toEqual(listMessagesOperation.response.parse(body));
  return body;
}

const idsOf = ({ messages }: ListBody) => messages.map(({ id }) => id);
const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);

/** Inserts a message that is not sent yet. */
async function waiting(
  from: TestAccount,
  overrides: Partial<Submission>,
  dueAt: Date | null,
): Promise<string> {
  const item = testItem({ msisdn: newMobile(), dueAt });
  const submission = testSubmission(from.accountId, { ...overrides, items: [item] });
  await accept(db(), [submission], NOON, () => "");
  return item.id;
}

describe("the list of messages", () => {
  it("has the newest first, with what a person looks for", async () => {
    const own = await testAccount();
    const to = newMobile();
    const older = await sentMessage(own.accountId, newMobile(), minutesAgo(5));
    const newer = await sentMessage(own.accountId, to, minutesAgo(1), {
      body: "Your order is ready",
      customerMessageId: "order-7",
      rateCode: "shop",
    });
    const listed = await list({}, own);
    expect(idsOf(listed)).toEqual([newer, older]);
    expect(listed.messages[0]).toEqual({
      id: newer,
      to,
      from: "552",
      text: "Your order is ready",
      sendType: "sms",
      parts: 1,
      state: "PENDING",
      acceptedAt: "2026-11-21 11:59:00",
      sendAt: null,
      ownId: "order-7",
      rateCode: "shop",
    });
    expect(listed).toMatchObject({ newer: null, older: null });
  });

  it("goes to older pages and back, whatever comes in meanwhile", async () => {
    const own = await testAccount();
    const ids: string[] = [];
    // Two messages for each time, so that the ID decides their order.
    for (let index = 0; index < 7; index++) {
      ids.unshift(await sentMessage(own.accountId, newMobile(), minutesAgo(60 - Math.floor(index / 2))));
    }
    const page = async (query: Record<string, string>) => list({ limit: "3", ...query }, own);
    const first = await page({});
    expect(idsOf(first)).toEqual(ids.slice(0, 3));
    await sentMessage(own.accountId, newMobile(), minutesAgo(1));
    const second = await page({ before: String(first.older) });
    expect(idsOf(second)).toEqual(ids.slice(3, 6));
    const last = await page({ before: String(second.older) });
    expect(idsOf(last)).toEqual(ids.slice(6));
    expect(last.older).toBeNull();
    expect(idsOf(await page({ after: String(last.newer) }))).toEqual(ids.slice(3, 6));
    const newest = await page({ after: String(second.newer) });
    expect(idsOf(newest)).toEqual(ids.slice(0, 3));
    // If less than a page is newer, the response is the full newest page.
    const top = await page({ after: String(newest.newer) });
    expect(idsOf(top).slice(1)).toEqual(ids.slice(0, 2));
    expect(top.newer).toBeNull();
  });

  it("has the oldest first where that is asked for, whatever else is, and goes on and back", async () => {
    const own = await testAccount();
    const to = newMobile();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push(await sentMessage(own.accountId, to, minutesAgo(60 - Math.floor(index / 2))));
    for (const filter of [{}, { search: to }, { status: "PENDING" }, { start: "2020-01-01" }]) {
      const page = (query: Record<string, string>) =>
        list({ ...(filter as Record<string, string>), order: "time", limit: "3", ...query }, own);
      const first = await page({});
      expect([idsOf(first), first.older]).toEqual([ids.slice(0, 3), null]);
      const second = await page({ after: String(first.newer) });
      expect([idsOf(second), second.newer]).toEqual([ids.slice(3), null]);
      expect(idsOf(await page({ before: String(second.older) }))).toEqual(ids.slice(0, 3));
    }
  });

  it("finds a message by its number as people write it, its id and the account's own id", async () => {
    const own = await testAccount();
    const uuid = newId();
    const byNumber = await sentMessage(own.accountId, "64219990001", minutesAgo(9));
    const byOwn = await sentMessage(own.accountId, newMobile(), minutesAgo(8), { customerMessageId: "A-1" });
    // An own ID that looks like a number, and an own ID that looks like one of ours.
    const digits = await sentMessage(own.accountId, newMobile(), minutesAgo(7), {
      customerMessageId: "64219990001",
    });
    const alike = await sentMessage(own.accountId, newMobile(), minutesAgo(6), { customerMessageId: uuid });
    const both = await sentMessage(own.accountId, "64219990002", minutesAgo(5), {
      customerMessageId: "64219990002",
    });
    const find = async (search: string) => idsOf(await list({ search }, own));
    expect(await find("021 999 0001")).toEqual([byNumber]);
    expect(await find("64219990001")).toEqual([digits, byNumber]);
    expect(await find("64219990002")).toEqual([both]);
    expect(await find(" A-1 ")).toEqual([byOwn]);
    expect(await find(byOwn.toUpperCase())).toEqual([byOwn]);
    expect(await find(uuid)).toEqual([alike]);
    expect(await find("a-1")).toEqual([]);
    expect(await find("x".repeat(60))).toEqual([]);
    expect(await find("   ")).toHaveLength(5);
  });

  it("pages through what was found in two ways at once", async () => {
    const own = await testAccount();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const owns = index % 2 === 0 ? { customerMessageId: "64218880001" } : {};
      const to = index % 2 === 0 ? newMobile() : "64218880001";
      ids.unshift(await sentMessage(own.accountId, to, minutesAgo(30 - index), owns));
    }
    const first = await list({ search: "64218880001", limit: "2" }, own);
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const second = await list({ search: "64218880001", limit: "2", before: String(first.older) }, own);
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    const back = await list({ search: "64218880001", limit: "2", after: String(second.newer) }, own);
    expect(idsOf(back)).toEqual(ids.slice(0, 2));
  });

  it("is filtered by state, and tells held and the night apart from what is on its way", async () => {
    const own = await testAccount();
    const morning = new Date(NOON.getTime() + 3_600_000);
    const delivered = await sentMessage(own.accountId, newMobile(), minutesAgo(9));
    await report(db(), "test", [{ reference: delivered, key: newId(), code: 1, reportedAt: NOON }], NOON);
    const held = await waiting(own, { heldHosts: ["example.com"] }, null);
    const night = await waiting(own, {}, morning);
    const sending = await waiting(own, {}, minutesAgo(1));
    const states = Object.fromEntries((await list({}, own)).messages.map(({ id, state }) => [id, state]));
    expect(states).toEqual({
      [delivered]: "DELIVRD",
      [held]: "HELD",
      [night]: "NIGHT",
      [sending]: "PENDING",
    });
    expect(idsOf(await list({ status: "DELIVRD" }, own))).toEqual([delivered]);
    expect(idsOf(await list({ status: "HELD" }, own))).toEqual([held]);
    expect(idsOf(await list({ status: "NIGHT" }, own))).toEqual([night]);
    expect(idsOf(await list({ status: "PENDING" }, own)).sort()).toEqual([held, night, sending].sort());
    expect(idsOf(await list({ status: "FAILED" }, own))).toEqual([]);
  });

  it("is filtered by rate code and by days of New Zealand, both inclusive", async () => {
    const own = await testAccount();
    const code = { rateCode: "shop", billedRateCode: "shop" };
    const before = await sentMessage(own.accountId, newMobile(), new Date("2026-11-19T10:59:59.999Z"));
    const first = await sentMessage(own.accountId, newMobile(), new Date("2026-11-19T11:00:00Z"), code);
    const last = await sentMessage(own.accountId, newMobile(), new Date("2026-11-20T10:59:59.999Z"));
    const after = await sentMessage(own.accountId, newMobile(), new Date("2026-11-20T11:00:00Z"), code);
    expect(idsOf(await list({ start: "2026-11-20", end: "2026-11-20" }, own))).toEqual([last, first]);
    expect(idsOf(await list({ rateCode: "shop" }, own))).toEqual([after, first]);
    expect(idsOf(await list({ rateCode: "untagged" }, own))).toEqual([last, before]);
    expect(idsOf(await list({ rateCode: "shop", end: "2026-11-20" }, own))).toEqual([first]);
  });

  it("never shows a one-time code", async () => {
    const own = await testAccount();
    const encryptedBody = Buffer.from("encrypted 482913");
    await waiting(own, { sendType: "otp", body: "****** is your code", encryptedBody }, minutesAgo(1));
    const { text } = await ask(GET, own, {});
    expect(text).toContain("****** is your code");
    expect(text).not.toContain("482913");
    expect(text.toLowerCase()).not.toContain("encrypted");
  });

  it("has nothing of another account, by any search", async () => {
    const to = newMobile();
    const theirs = await sentMessage(other.accountId, to, minutesAgo(1), { customerMessageId: "theirs-1" });
    const mine = await sentMessage(account.accountId, to, minutesAgo(2));
    expect(idsOf(await list({ search: to }))).toEqual([mine]);
    for (const search of [theirs, "theirs-1"]) expect(idsOf(await list({ search }))).toEqual([]);
    expect(idsOf(await list({}))).not.toContain(theirs);
    const place = `${minutesAgo(0).getTime()}.${theirs}`;
    expect(idsOf(await list({ before: place }))).not.toContain(theirs);
  });

  test.each([
    [{ status: "SENT" }, "'status' must be 'DELIVRD'"],
    [{ start: "2026-02-30" }, "'start' must be a date that exists"],
    [{ end: "yesterday" }, "'end' must be a date that exists"],
    [{ before: "nonsense" }, "'before' must be a cursor"],
    [{ after: "1.2" }, "'after' must be a cursor"],
    [{ order: "to" }, "'order' must be 'time' or '-time'"],
    [{ limit: "0" }, "'limit' must be a whole number"],
    [{ search: "x".repeat(81) }, "'search' must be at most 80"],
  ])("refuses %j", async (query, sentence) => {
    expect(await ask(GET, account, { query })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });

  it("is for who is signed in", async () => {
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
  });
});
