import { beforeAll, describe, expect, it, test } from "vitest";
import { POST as query } from "@/app/gateway/unsubscribes/query/route";
import type { BlockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import { listBlockedNumbers } from "@/lib/contracts/members/blocked-numbers";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

const { GET: file } = handlersOf("/api/members/blocked-numbers/export");
const { POST: resubscribe } = handlersOf("/api/members/blocked-numbers/resubscribe");
const { GET, POST } = handlersOf("/api/members/blocked-numbers");

useTestDatabase();

// 12:00 in New Zealand, daylight time.
const NOON = new Date("2026-11-20T23:00:00Z");

let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  other = await testAccount();
  const rows = [
    { msisdn: "64211234567", keyword: "STOP", shortcode: "552", blockedAt: NOON },
    { msisdn: "64219999999", keyword: "QUIT", shortcode: "552", blockedAt: new Date(NOON.getTime() + 1000) },
    {
      msisdn: "61412345678",
      keyword: "STOP",
      shortcode: "552",
      blockedAt: NOON,
      active: false,
      resubscribedAt: new Date(NOON.getTime() + 2000),
    },
  ];
  const { accountId } = account;
  await db().prisma.blockedNumber.createMany({ data: rows.map((row) => ({ accountId, ...row })) });
});

type List = { numbers: BlockedNumberRecord[]; pagination: { totalRecords: number } };

async function find(given: Record<string, string>, from = account) {
  const { status, body } = await ask<List>(GET, from, { query: given });
  expect(status).toBe(200);
  expect(body).toEqual(listBlockedNumbers.response.parse(body));
  return body.numbers.map(({ number }) => number);
}

const block = (from: TestAccount, number: string) =>
  ask<{ number: string }>(POST, from, { json: { number } });

describe("the list", () => {
  it("is the API's", async () => {
    for (const include of ["active", "all"]) {
      const { userId, password } = account;
      const api = await call<List>(query, { form: { userId, password, include } });
      const own = await ask<List>(GET, account, { query: { include } });
      expect(own.body.numbers).toEqual(api.body.numbers);
    }
  });

  test.each([
    [{}, ["64219999999", "64211234567"]],
    [{ include: "all" }, ["61412345678", "64219999999", "64211234567"]],
    [{ number: "021 123" }, ["64211234567"]],
    [{ number: "+64 (21) 999" }, ["64219999999"]],
    [{ number: "0" }, ["64219999999", "64211234567"]],
    [{ number: "64211234567" }, ["64211234567"]],
    [{ number: "614" }, []],
    [{ number: "614", include: "all" }, ["61412345678"]],
    [{ number: "211234567" }, []],
    [{ number: "anna" }, []],
    [{ number: "1".repeat(40) }, []],
    [{ limit: "1", page: "2" }, ["64211234567"]],
    [{ limit: "1", page: "3" }, []],
  ])("asked for %j", async (given: Record<string, string>, expected) => {
    expect(await find(given)).toEqual(expected);
  });

  it("holds nobody else's", async () => {
    expect(await find({ include: "all" }, other)).toEqual([]);
    expect(await find({ number: "64211234567" }, other)).toEqual([]);
  });

  test.each([{ include: "none" }, { page: "0" }])("is not asked for with %j", async (given) => {
    expect(await ask(GET, account, { query: given as Record<string, string> })).toMatchObject({
      status: 400,
    });
  });
});

describe("a number", () => {
  it("is blocked by hand, and let go again", async () => {
    const own = await testAccount();
    const last = async () => (await messagesOf(own.accountId)).at(-1)?.blockedReason;
    expect((await block(own, "021 123 4567")).body).toEqual({ success: true, number: "64211234567" });
    await sendFrom(own, {});
    expect(await last()).toBe("unsubscribed");
    const row = await db().prisma.blockedNumber.findFirstOrThrow({ where: { accountId: own.accountId } });
    expect(row).toMatchObject({ keyword: "MANUAL", shortcode: null, active: true });
    expect(await block(own, "+64211234567")).toMatchObject({ status: 409 });
    const json = { number: "64211234567" };
    expect(await ask(resubscribe, other, { json })).toMatchObject({ status: 404 });
    expect(await ask(resubscribe, own, { json })).toMatchObject({ status: 200 });
    await sendFrom(own, {});
    expect(await last()).toBe(null);
    expect(await ask(resubscribe, own, { json })).toMatchObject({ status: 404 });
    expect((await block(own, "64211234567")).status).toBe(200);
    const { accountId } = own;
    const done = await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });
    expect(done.map(({ action }) => action)).toEqual([
      "number_blocked",
      "number_resubscribed",
      "number_blocked",
    ]);
  });

  it("keeps the word it opted out with", async () => {
    expect(await block(account, "64219999999")).toMatchObject({ status: 409 });
    const { accountId } = account;
    const where = { accountId_msisdn: { accountId, msisdn: "64219999999" } };
    expect(await db().prisma.blockedNumber.findUnique({ where })).toMatchObject({ keyword: "QUIT" });
  });

  test.each(["anna", "12", "", "1234567890123456"])("is not %j", async (number) => {
    expect(await block(account, number)).toMatchObject({ status: 400 });
  });
});

describe("a number that no phone has", () => {
  test.each(["+64 0211 234 567", "211234567", "09 888 7777"])(
    "is not blocked: nobody is told that nothing goes to %j, which is mistyped",
    async (number) => {
      const answer = {
        status: 400,
        body: { error: "This number can't receive texts: it is not a mobile number." },
      };
      expect(await block(account, number)).toMatchObject(answer);
    },
  );
});

describe("the file", () => {
  itByHandlers("has all that was asked for, by number, and nobody else's", async () => {
    const own = await testAccount();
    const { accountId } = own;
    const numbers = Array.from({ length: 2_001 }, (_, index) => `6421${String(index).padStart(7, "0")}`);
    const data = numbers.map((msisdn) => ({ accountId, msisdn, keyword: "STOP", blockedAt: NOON }));
    await db().prisma.blockedNumber.createMany({ data });
    const { text, headers } = await ask(file, own, {});
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = text.trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[0])).toEqual(numbers);
    expect(lines[0]).toBe("64210000000,blocked,STOP,,2026-11-21 12:00:00,");
  });

  it("goes by the list's filters", async () => {
    const rows = async (given: Record<string, string>, from = account) =>
      (await ask(file, from, { query: given })).text.trim().split("\r\n").length - 1;
    expect(await rows({})).toBe(2);
    expect(await rows({ include: "all" })).toBe(3);
    expect(await rows({ number: "021 1" })).toBe(1);
    expect(await rows({ number: "anna" })).toBe(0);
    expect(await rows({ include: "all" }, await testAccount())).toBe(0);
  });
});

test.each([
  ["the list", GET, undefined],
  ["the file", file, undefined],
  ["to block", POST, {}],
  ["to resubscribe", resubscribe, {}],
] as const)("%s is for who is signed in", async (_, handler, json) => {
  const headers = { "sec-fetch-site": "same-origin" };
  const called = await call(handler, json ? { json, headers } : { method: "GET", headers });
  expect(called).toMatchObject({ status: 401 });
});
