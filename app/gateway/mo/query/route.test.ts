import { beforeAll, describe, expect, it, test } from "vitest";
import { GET, POST } from "@/app/gateway/mo/query/route";
import { type MoQueryResponse, moQueryResponse } from "@/lib/contracts/gateway/mo-query";
import { receive } from "@/lib/inbound/receive";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, listen, sentMessage } from "@/tests/support/inbound";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const [ANNA, BEN] = ["64211111111", "64222222222"];

let account: TestAccount;
let related: string;
beforeAll(async () => {
  account = await testAccount();
  const { accountId } = account;
  await accountsDb().prisma.shortcode.create({ data: { number: "3030", ownerId: accountId } });
  await listen(accountId);
  const sentAt = new Date("2026-10-01T00:00:00Z");
  related = await sentMessage(accountId, ANNA, sentAt);
  const hear = async (reference: string, from: string, to: string, at: string) => {
    const given = carrierInbound({ reference, from, to, body: reference, receivedAt: new Date(at) });
    await receive(accountsDb(), "test", [given], new Date(at));
  };
  // 2026-11-05 in New Zealand begins at 11:00 UTC on the day before.
  await hear("first", ANNA, "552", "2026-11-04T10:59:59.999Z");
  await hear("second", BEN, "3030", "2026-11-04T11:00:00.000Z");
  await hear("third", ANNA, "3030", "2026-11-05T10:59:59.999Z");
  await hear("fourth", BEN, "3030", "2026-11-05T11:00:00.000Z");
  await answered("second", 500, "out of order");
  await answered("third", 200, "");
});

async function answered(reference: string, responseCode: number, responseBody: string): Promise<void> {
  const attempted = { attemptedAt: new Date(), attemptedUrl: "https://receiver.example.com/in" };
  await accountsDb().prisma.webhookDelivery.updateMany({
    where: { inbound: { carrierReference: reference } },
    data: { ...attempted, responseCode, responseBody },
  });
}

async function query(parameters: object = {}, from: TestAccount = account) {
  const { userId, password } = from;
  const json = { userId, password, ...parameters };
  const called = await call<MoQueryResponse & { error: string }>(POST, { json });
  if (called.status === 200) expect(called.body).toEqual(moQueryResponse.parse(called.body));
  return called;
}

async function list(parameters: object): Promise<string[]> {
  const { status, body } = await query(parameters);
  expect(status).toBe(200);
  return body.messages.map((message) => message.body);
}

describe("the inbound query", () => {
  it("answers records, newest first, with what the webhook said", async () => {
    const { status, body } = await query();
    expect(status).toBe(200);
    const ids = await accountsDb().prisma.inboundMessage.findMany({ orderBy: { receivedAt: "desc" } });
    const url = "https://receiver.example.com/in";
    expect(body).toEqual({
      status: "success",
      messages: [
        { from: BEN, to: "3030", body: "fourth", receivedTime: "2026-11-06 00:00:00", timestamp: 1793876400 },
        {
          from: ANNA,
          to: "3030",
          body: "third",
          receivedTime: "2026-11-05 23:59:59",
          timestamp: 1793876399,
          callbackUrl: url,
          callbackStatus: 200,
        },
        {
          from: BEN,
          to: "3030",
          body: "second",
          receivedTime: "2026-11-05 00:00:00",
          timestamp: 1793790000,
          callbackUrl: url,
          callbackStatus: 500,
          callbackResponse: "out of order",
        },
        {
          from: ANNA,
          to: "552",
          body: "first",
          receivedTime: "2026-11-04 23:59:59",
          timestamp: 1793789999,
          relatedMessageId: related,
        },
      ].map((message, index) => ({ messageId: ids[index]?.id, ...message })),
      pagination: {
        page: 1,
        limit: 100,
        totalRecords: 4,
        totalPages: 1,
        hasNextPage: false,
        hasPreviousPage: false,
      },
      filters: { from: null, to: null, callback_status: null, start_date: null, end_date: null },
    });
  });

  test.each([
    [{ from: ANNA }, ["third", "first"]],
    [{ from: "+64 21 111 1111" }, ["third", "first"]],
    [{ from: "021 111 1111", to: "552" }, ["first"]],
    [{ to: "3030" }, ["fourth", "third", "second"]],
    [{ to: "2190" }, []],
    [{ callback_status: 500 }, ["second"]],
    [{ callback_status: "200" }, ["third"]],
    [{ callback_status: 200, from: BEN }, []],
    [{ callback_status: 404 }, []],
    [{ start_date: "2026-11-05", end_date: "2026-11-05" }, ["third", "second"]],
    [{ start_date: "2026-11-05 00:00:01" }, ["fourth", "third"]],
    [{ end_date: "2026-11-04 23:59:59" }, ["first"]],
    [{ start_date: "2026-11-05 23:59:59", end_date: "2026-11-05 23:59:59" }, ["third"]],
  ])("filters by %o", async (parameters, expected) => {
    expect(await list(parameters)).toEqual(expected);
  });

  it("tells the filters, dates in full", async () => {
    const { body } = await query({
      from: "021 111 1111",
      to: "3030",
      callback_status: "200",
      start_date: "2026-11-01",
      end_date: "2026-11-30",
    });
    expect(body.filters).toEqual({
      from: ANNA,
      to: "3030",
      callback_status: 200,
      start_date: "2026-11-01 00:00:00",
      end_date: "2026-11-30 23:59:59",
    });
    expect(body.pagination.totalRecords).toBe(1);
  });

  it("comes in pages, a limit above 200 brought down", async () => {
    expect(await list({ limit: 3 })).toEqual(["fourth", "third", "second"]);
    expect(await list({ limit: "3", page: "2" })).toEqual(["first"]);
    expect((await query({ limit: 3, page: 2 })).body.pagination).toEqual({
      page: 2,
      limit: 3,
      totalRecords: 4,
      totalPages: 2,
      hasNextPage: false,
      hasPreviousPage: true,
    });
    expect((await query({ limit: 3, page: 9, from: BEN })).body).toMatchObject({
      messages: [],
      pagination: { page: 9, totalRecords: 2, totalPages: 1, hasNextPage: false, hasPreviousPage: true },
    });
    expect((await query({ limit: 5000 })).body.pagination.limit).toBe(200);
    expect((await query({ page: 1_000_000, limit: 200 })).body.messages).toEqual([]);
  });

  it("answers the same again, and changes nothing", async () => {
    expect((await query({ from: ANNA })).body).toEqual((await query({ from: ANNA })).body);
  });

  it("knows nothing of another account's messages, nor of nobody's", async () => {
    await receive(accountsDb(), "test", [carrierInbound({ from: "64279999999" })], new Date());
    const stranger = await testAccount();
    for (const parameters of [{}, { from: ANNA }, { to: "3030" }, { callback_status: 500 }]) {
      const { body } = await query(parameters, stranger);
      expect(body).toMatchObject({ messages: [], pagination: { totalRecords: 0, totalPages: 0 } });
    }
    expect(await list({ from: "64279999999" })).toEqual([]);
  });

  test.each([
    [{ start_date: "2026-02-30" }, /^Parameter 'start_date' must be a date that exists, as YYYY-MM-DD/],
    [{ end_date: "yesterday" }, /^Parameter 'end_date' must be a date that exists/],
    [{ end_date: 20261105 }, /^Parameter 'end_date' must be a text/],
    [
      { start_date: "2026-11-06", end_date: "2026-11-05" },
      /^Parameter 'start_date' must not be after 'end_date'/,
    ],
    [{ callback_status: "failed" }, /^Parameter 'callback_status' must be a whole number from 100 to 599/],
    [{ callback_status: 99 }, /^Parameter 'callback_status' must be a whole number/],
    [{ callback_status: 200.5 }, /^Parameter 'callback_status' must be a whole number/],
    [{ limit: 0 }, /^Parameter 'limit' must be a whole number/],
    [{ limit: "many" }, /^Parameter 'limit' must be a whole number/],
    [{ page: 0 }, /^Parameter 'page' must be a whole number/],
    [{ page: -1 }, /^Parameter 'page' must be a whole number/],
    [{ from: "a\u0000b" }, /^Parameter 'from' must not contain a NUL/],
    [{ to: ["552"] }, /^Parameter 'to' must be a text/],
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
