import { beforeAll, describe, expect, it, test } from "vitest";
import { GET, POST } from "@/app/gateway/unsubscribes/query/route";
import { type UnsubscribesResponse, unsubscribesResponse } from "@/lib/contracts/gateway/unsubscribes";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  const common = { accountId: account.accountId, keyword: "STOP", shortcode: "552" };
  await accountsDb().prisma.blockedNumber.createMany({
    data: [
      // 2026-11-05 in New Zealand begins at 11:00 UTC on the day before.
      { ...common, msisdn: "64211111111", blockedAt: new Date("2026-11-04T10:59:59.999Z") },
      { ...common, msisdn: "64212222222", blockedAt: new Date("2026-11-04T11:00:00Z"), keyword: "OPTOUT" },
      { ...common, msisdn: "64213333333", blockedAt: new Date("2026-11-06T00:00:00.400Z"), shortcode: null },
      {
        ...common,
        msisdn: "64214444444",
        blockedAt: new Date("2026-01-01T00:00:00Z"),
        active: false,
        resubscribedAt: new Date("2026-11-05T00:00:00Z"),
      },
    ],
  });
});

async function query(parameters: object = {}, from: TestAccount = account) {
  const { userId, password } = from;
  const json = { userId, password, ...parameters };
  const called = await call<UnsubscribesResponse & { error: string }>(POST, { json });
  if (called.status === 200) expect(called.body).toEqual(unsubscribesResponse.parse(called.body));
  return called;
}

async function list(parameters: object): Promise<string[]> {
  const { status, body } = await query(parameters);
  expect(status).toBe(200);
  return body.numbers.map(({ number }) => number.slice(-1));
}

describe("the unsubscribes query", () => {
  it("answers the blocked numbers, what changed last first", async () => {
    expect((await query()).body).toEqual({
      status: "success",
      numbers: [
        { number: "64213333333", keyword: "STOP", blockedAt: "2026-11-06 13:00:00", active: true },
        ...[
          { number: "64212222222", keyword: "OPTOUT", blockedAt: "2026-11-05 00:00:00" },
          { number: "64211111111", keyword: "STOP", blockedAt: "2026-11-04 23:59:59" },
        ].map((record) => ({ ...record, active: true, shortcode: "552" })),
      ],
      pagination: {
        page: 1,
        limit: 100,
        totalRecords: 3,
        totalPages: 1,
        hasNextPage: false,
        hasPreviousPage: false,
      },
    });
  });

  it("answers those who resubscribed too, when asked for all", async () => {
    const { numbers } = (await query({ include: "all" })).body;
    expect(numbers.map(({ number }) => number.slice(-1))).toEqual(["3", "4", "2", "1"]);
    expect(numbers[1]).toEqual({
      number: "64214444444",
      keyword: "STOP",
      blockedAt: "2026-01-01 13:00:00",
      active: false,
      shortcode: "552",
      resubscribedAt: "2026-11-05 13:00:00",
    });
  });

  test.each([
    [{ since: "2026-11-05" }, ["3", "2"]],
    [{ since: "2026-11-05 00:00:01" }, ["3"]],
    [{ since: "2026-11-06 13:00:00" }, ["3"]],
    [{ since: "2026-11-06 13:00:01" }, []],
    [{ since: "2026-11-05 13:00:00", include: "all" }, ["3", "4"]],
    [{ since: "2026-11-05 13:00:01", include: "all" }, ["3"]],
    [{ include: "active" }, ["3", "2", "1"]],
    [{ limit: 2 }, ["3", "2"]],
    [{ limit: "2", page: "2" }, ["1"]],
    [{ limit: 2, page: 3 }, []],
  ])("lists by %o", async (parameters, expected) => {
    expect(await list(parameters)).toEqual(expected);
  });

  it("tells where a page stands, a limit above 200 brought down", async () => {
    expect((await query({ limit: 3, include: "all" })).body.pagination).toEqual({
      page: 1,
      limit: 3,
      totalRecords: 4,
      totalPages: 2,
      hasNextPage: true,
      hasPreviousPage: false,
    });
    expect((await query({ limit: 900 })).body.pagination.limit).toBe(200);
  });

  it("answers the same again, and nothing of it to another account", async () => {
    expect((await query()).body).toEqual((await query()).body);
    const stranger = await testAccount();
    expect((await query({ include: "all" }, stranger)).body).toMatchObject({
      numbers: [],
      pagination: { totalRecords: 0, totalPages: 0 },
    });
  });

  test.each([
    [{ since: "2026-02-30" }, /^Parameter 'since' must be a date that exists, as YYYY-MM-DD/],
    [{ since: "05/11/2026" }, /^Parameter 'since' must be a date that exists/],
    [{ since: "2026-11-05T00:00:00Z" }, /^Parameter 'since' must be a date that exists/],
    [{ since: "2026-11-05 24:00:00" }, /^Parameter 'since' must be a date that exists/],
    [{ include: "inactive" }, /^Parameter 'include' must be 'active' or 'all'/],
    [{ include: "ALL" }, /^Parameter 'include' must be/],
    [{ limit: 0 }, /^Parameter 'limit' must be a whole number/],
    [{ page: "x" }, /^Parameter 'page' must be a whole number/],
  ])("answers 400 to %o", async (parameters, sentence) => {
    const { status, body } = await query(parameters);
    expect(status).toBe(400);
    expect(body.error).toMatch(sentence);
  });

  it("answers 401 without credentials or with wrong ones, and 405 to GET", async () => {
    expect((await query({}, { ...account, password: "wrong" })).status).toBe(401);
    expect((await call(POST, { form: {} })).status).toBe(401);
    const got = await call(GET, { method: "GET" });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
