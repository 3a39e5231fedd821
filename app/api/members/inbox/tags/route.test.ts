import { beforeEach, describe, expect, it, test } from "vitest";
import { MAX_CONVERSATION_TAGS, MAX_TAGS } from "@/lib/contracts/base/values";
import type { ConversationRecord } from "@/lib/contracts/members/inbox";
import { db } from "@/lib/db/client";
import { agedInbound } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { newMobile } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: read } = handlersOf("/api/members/inbox/conversation");
const { GET: download } = handlersOf("/api/members/inbox/export");
const { GET: inbox } = handlersOf("/api/members/inbox");
const { POST: remove } = handlersOf("/api/members/inbox/tags/remove");
const { POST: add, GET: list } = handlersOf("/api/members/inbox/tags");

useTestDatabase();

const AT = new Date("2026-11-20T23:00:00Z");

let own: TestAccount;
let number: string;
beforeEach(async () => {
  own = await testAccount();
  number = await written();
});

/** Inserts a message from a number to an account. Returns the number. */
async function written(to = own, msisdn = newMobile()): Promise<string> {
  await agedInbound(to.accountId, AT, { msisdn });
  return msisdn;
}

type TagsBody = { success: true; tags: string[] };
const put = (tag: string, to = number, by = own) => ask<TagsBody>(add, by, { json: { number: to, tag } });
const take = (tag: string, from = number, by = own) =>
  ask<TagsBody>(remove, by, { json: { number: from, tag } });
const tagsOf = async (by = own) => (await ask<{ tags: string[] }>(list, by, {})).body.tags;
const listed = async (query: Record<string, string>, by = own) =>
  (await ask<{ conversations: ConversationRecord[] }>(inbox, by, { query })).body.conversations;

async function lines(): Promise<[string, unknown][]> {
  const { accountId } = own;
  const action = { startsWith: "conversation_" };
  const rows = await db().prisma.activity.findMany({ where: { accountId, action }, orderBy: { id: "asc" } });
  return rows.map((row) => [row.action, row.details]);
}

/** Inserts a number of tags on other conversations of the account, ten on each. */
async function otherTags(count: number): Promise<void> {
  const { accountId } = own;
  const data = Array.from({ length: count }, (_, place) => ({
    accountId,
    tag: `Tag ${place}`,
    since: AT,
    msisdn: `642990${Math.floor(place / 10)}`,
  }));
  await db().prisma.conversationTag.createMany({ data });
}

describe("a tag", () => {
  it("is put on, shown and taken off, each once, and the activity tells of it", async () => {
    expect(await put("  VIP ")).toMatchObject({ status: 200, body: { success: true, tags: ["VIP"] } });
    expect((await put("vip", `+${number}`)).body.tags).toEqual(["VIP"]);
    expect((await put("Order")).body.tags).toEqual(["Order", "VIP"]);
    expect((await ask(read, own, { query: { number } })).body).toMatchObject({ tags: ["Order", "VIP"] });
    expect(await listed({})).toMatchObject([{ number, tags: ["Order", "VIP"] }]);
    expect((await take("vIP")).body.tags).toEqual(["Order"]);
    expect((await take("VIP")).body.tags).toEqual(["Order"]);
    expect(await tagsOf()).toEqual(["Order"]);
    expect(await lines()).toEqual([
      ["conversation_tagged", { number, tag: "VIP" }],
      ["conversation_tagged", { number, tag: "Order" }],
      ["conversation_untagged", { number, tag: "VIP" }],
    ]);
  });

  it("is written as the account wrote it first, also where two write it at once", async () => {
    const others = [await written(), await written()];
    await Promise.all([put("Āpōpō", others[0]), put("ĀPŌPŌ", others[1])]);
    const [tag, ...rest] = await tagsOf();
    expect(rest).toEqual([]);
    expect((await put("āpōpō")).body.tags).toEqual([tag]);
    expect(await listed({ tag: "āPōpō" })).toHaveLength(3);
  });

  test.each([
    [{ tag: " " }, 400, "Parameter 'tag' must not be empty."],
    [{ tag: "x".repeat(41) }, 400, "Parameter 'tag' must be at most 40 characters long."],
    [{ tag: "a\u0007b" }, 400, "Parameter 'tag' must not contain control characters."],
    [{ tag: "VIP", number: "021 999 9999" }, 404, "This number has not written to you."],
  ])("that cannot be is refused: %j", async (json, status, error) => {
    for (const handler of [add, remove])
      expect(await ask(handler, own, { json: { number, ...json } })).toMatchObject({
        status,
        body: { error },
      });
    expect(await tagsOf()).toEqual([]);
  });

  it("of 40 characters fits, whatever they are", async () => {
    expect((await put("🥝".repeat(40))).body.tags).toEqual(["🥝".repeat(40)]);
  });

  it("is nobody else's, though both wrote to the same number", async () => {
    const other = await testAccount();
    await put("VIP");
    expect((await take("VIP", number, other)).status).toBe(404);
    expect((await put("Spam", number, other)).status).toBe(404);
    await written(other, number);
    expect((await put("vip", number, other)).body.tags).toEqual(["vip"]);
    expect((await take("VIP", number, other)).body.tags).toEqual([]);
    expect(await tagsOf(other)).toEqual([]);
    expect(await listed({ tag: "VIP" }, other)).toEqual([]);
    expect(await tagsOf()).toEqual(["VIP"]);
    expect((await call(list, { method: "GET" })).status).toBe(401);
  });
});

describe("the limits", () => {
  it("are 10 tags on a conversation, also where several come together", async () => {
    const { accountId } = own;
    const data = Array.from({ length: MAX_CONVERSATION_TAGS - 1 }, (_, place) => ({
      accountId,
      msisdn: number,
      tag: `Tag ${place}`,
      since: AT,
    }));
    await db().prisma.conversationTag.createMany({ data });
    const answers = await Promise.all(["One", "Two", "Three"].map((tag) => put(tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await put("Four")).toMatchObject({
      status: 409,
      body: { code: "conflict", error: "A conversation has at most 10 tags. Remove one first." },
    });
    expect((await put("TAG 3")).status).toBe(200);
  });

  it("are 100 tags of an account, also where several come together, and those it has may be used", async () => {
    await otherTags(MAX_TAGS - 1);
    const others = [await written(), await written(), await written()];
    const answers = await Promise.all(others.map((to, place) => put(`New ${place}`, to)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await tagsOf()).toHaveLength(MAX_TAGS);
    expect((await put("Another")).status).toBe(409);
    expect((await put("tag 7")).body.tags).toEqual(["Tag 7"]);
  });
});

it("the Inbox and its file are filtered by a tag, page by page", async () => {
  const numbers = [number];
  for (let minute = 1; minute < 4; minute++) {
    const msisdn = newMobile();
    await agedInbound(own.accountId, new Date(AT.getTime() + minute * 60_000), { msisdn });
    if (minute !== 2) numbers.unshift(msisdn);
  }
  for (const to of numbers) await put("VIP", to);
  await put("Order");
  expect((await listed({ tag: "vip" })).map((row) => row.number)).toEqual(numbers);
  expect(await listed({ tag: "Order" })).toMatchObject([{ number, tags: ["Order", "VIP"] }]);
  expect(await listed({ tag: "VIP", number })).toMatchObject([{ number }]);
  expect(await listed({ tag: "Nothing" })).toEqual([]);
  const first = await ask<{ conversations: ConversationRecord[]; older: string }>(inbox, own, {
    query: { tag: "VIP", limit: "2" },
  });
  expect(first.body.conversations.map((row) => row.number)).toEqual(numbers.slice(0, 2));
  const older = await listed({ tag: "VIP", limit: "2", before: first.body.older });
  expect(older.map((row) => row.number)).toEqual(numbers.slice(2));
  const file = (await ask(download, own, { query: { tag: "vip" } })).text.trimEnd().split("\r\n");
  expect(file).toHaveLength(1 + numbers.length);
});
