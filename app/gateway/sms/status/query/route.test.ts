import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { GET, POST } from "@/app/gateway/sms/status/query/route";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import { type StatusQueryResponse, statusQueryResponse } from "@/lib/contracts/gateway/status-query";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { setStatus } from "@/tests/support/database/message-status";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 100_000_000n });
});

async function query(parameters: object, from: TestAccount = account) {
  const { userId, password } = from;
  const json = { userId, password, ...parameters };
  const called = await call<StatusQueryResponse & { error: string }>(POST, { json });
  if (called.status === 200) expect(called.body).toEqual(statusQueryResponse.parse(called.body));
  return called;
}

async function sendAt(at: string | Date, parameters: object, from: TestAccount = account): Promise<string[]> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
  const { body } = await sendFrom<BulkSendResponse>(from, { to: [MOBILE], ...parameters });
  return body.messages.flatMap((entry) => (entry.success ? [entry.message_id] : []));
}

function settle(id: string, status: "DELIVRD" | "FAILED" | "ACCEPTD", statusCode: number, at: Date) {
  return setStatus(id, status, at, statusCode);
}

describe("by message_id", () => {
  it("answers records in the order asked, and what is not found", async () => {
    const [first, second] = (await sendAt(NOON, {
      to: [MOBILE, "6421129902"],
      messageId: "order-7",
      rateCode: "shop",
    })) as [string, string];
    await settle(first, "DELIVRD", 1, new Date("2026-11-20T23:00:05.400Z"));
    const missing = newId();
    const sandbox = `SANDBOX_${newId()}`;
    const { status, body } = await query({
      message_id: `${second}, ${missing},${first.toUpperCase()},${sandbox}`,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "success",
      messages: [
        {
          message_id: second,
          to: "6421129902",
          from: "552",
          status: "PENDING",
          statusCode: null,
          sentTime: "2026-11-21 12:00:00",
          customerMessageId: "order-7",
          rateCode: "shop",
        },
        {
          message_id: first,
          to: MOBILE,
          from: "552",
          status: "DELIVRD",
          statusCode: 1,
          sentTime: "2026-11-21 12:00:00",
          statusTime: "2026-11-21 12:00:05",
          customerMessageId: "order-7",
          rateCode: "shop",
        },
      ],
      notFound: [missing, sandbox],
    });
  });

  it("finds messages of any age, and none of another account", async () => {
    const [old] = (await sendAt("2024-02-29T00:00:00Z", {})) as [string];
    vi.useRealTimers();
    expect((await query({ message_id: old })).body.messages).toHaveLength(1);
    const stranger = await testAccount();
    expect((await query({ message_id: old }, stranger)).body).toMatchObject({
      messages: [],
      notFound: [old],
    });
  });

  it("tells why a message was blocked", async () => {
    const [blocked] = (await sendAt(NOON, { to: ["6493001234"] })) as [string];
    expect((await query({ message_id: blocked })).body.messages[0]).toMatchObject({
      status: "BLOCKED",
      statusCode: -1,
      blockedReason: "invalid_number",
    });
  });

  it("takes one id in two spellings for one, and forgives a comma too many", async () => {
    const [id] = (await sendAt(NOON, {})) as [string];
    const { body } = await query({ message_id: `${id},${id.toUpperCase()},` });
    expect(body.messages).toHaveLength(1);
    expect(body.notFound).toEqual([]);
  });

  it("answers 400 for what is no id, and for more than 100", async () => {
    expect(await query({ message_id: `${newId()},12` })).toMatchObject({
      status: 400,
      body: { error: "Parameter 'message_id': '12' is not a message id." },
    });
    for (const message_id of [",", " , ,", " "]) {
      expect(await query({ message_id })).toMatchObject({
        status: 400,
        body: { error: "Parameter 'message_id' must name at least one message id." },
      });
    }
    const ids = Array.from({ length: 101 }, newId);
    expect(await query({ message_id: ids.join(",") })).toMatchObject({
      status: 400,
      body: { error: "Parameter 'message_id' must have at most 100 ids." },
    });
    expect((await query({ message_id: ids.slice(1).join(",") })).body.notFound).toHaveLength(100);
  });
});

describe("by messageId", () => {
  it("answers all matches, newest first, at most 100", async () => {
    const own = await testAccount({ balanceMicros: 100_000_000n });
    const [older] = await sendAt("2025-01-01T00:00:00Z", { messageId: "again" }, own);
    const newer = await sendAt(NOON, { messageId: "again", to: Array(100).fill(MOBILE) }, own);
    const { body } = await query({ messageId: "again" }, own);
    expect(body.messages.map((m) => m.message_id)).toEqual(newer.toReversed());
    expect(body.messages.map((m) => m.message_id)).not.toContain(older);
    expect(body.notFound).toEqual([]);
  });

  it("answers an unknown one as not found, and another account's too", async () => {
    await sendAt(NOON, { messageId: "secret" });
    const stranger = await testAccount();
    expect((await query({ messageId: "secret" }, stranger)).body).toEqual({
      status: "success",
      messages: [],
      notFound: ["secret"],
    });
  });

  it("gives way to message_id", async () => {
    const [id] = (await sendAt(NOON, { messageId: "both" })) as [string];
    const other = newId();
    expect((await query({ message_id: other, messageId: "both" })).body.notFound).toEqual([other]);
    expect((await query({ message_id: id, messageId: "none", status: "FAILED" })).body.messages).toHaveLength(
      1,
    );
  });
});

describe("the list", () => {
  let own: TestAccount;
  let ids: Record<"october" | "first" | "fifth" | "last", string>;
  beforeAll(async () => {
    own = await testAccount();
    // The New Zealand month begins at 11:00 UTC on the day before.
    const [october] = (await sendAt("2026-10-31T10:59:59.999Z", {}, own)) as [string];
    const [first] = (await sendAt("2026-10-31T11:00:00Z", {}, own)) as [string];
    const [fifth] = (await sendAt("2026-11-04T20:00:00Z", { to: ["6421129902"] }, own)) as [string];
    const [last] = (await sendAt("2026-11-20T22:00:00Z", {}, own)) as [string];
    await settle(first, "DELIVRD", 1, NOON);
    await settle(fifth, "FAILED", 16, NOON);
    ids = { october, first, fifth, last };
    vi.useRealTimers();
  });

  async function list(parameters: object): Promise<string[]> {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    return (await query(parameters, own)).body.messages.map((m) => m.message_id);
  }

  it("is of the current New Zealand month, newest first", async () => {
    expect(await list({})).toEqual([ids.last, ids.fifth, ids.first]);
  });

  it("filters by recipient, status and dates", async () => {
    expect(await list({ to: MOBILE })).toEqual([ids.last, ids.first]);
    expect(await list({ to: "+64 21 129 902" })).toEqual([ids.fifth]);
    expect(await list({ status: "PENDING" })).toEqual([ids.last]);
    expect(await list({ status: "DELIVRD" })).toEqual([ids.first]);
    expect(await list({ status: "FAILED", to: MOBILE })).toEqual([]);
    expect(await list({ start_date: "2026-11-02" })).toEqual([ids.last, ids.fifth]);
    expect(await list({ end_date: "2026-11-05" })).toEqual([ids.fifth, ids.first]);
    expect(await list({ start_date: "2026-11-05 09:00:00", end_date: "2026-11-05 09:00:00" })).toEqual([
      ids.fifth,
    ]);
    expect(await list({ start_date: "2026-11-05 09:00:01", end_date: "2026-11-05" })).toEqual([]);
  });

  it("comes in pages, a limit above 100 brought down", async () => {
    expect(await list({ limit: 2 })).toEqual([ids.last, ids.fifth]);
    expect(await list({ limit: "2", page: "2" })).toEqual([ids.first]);
    expect(await list({ limit: 2, page: 3 })).toEqual([]);
    for (const limit of [5000, "99999999999999999999"]) expect(await list({ limit })).toHaveLength(3);
  });

  test.each([
    [{ status: "LOST" }, /^Parameter 'status' must be 'DELIVRD', /],
    [{ start_date: "2026-10-31" }, /^Parameter 'start_date' must lie within the current calendar month\.$/],
    [{ end_date: "2026-12-01" }, /^Parameter 'end_date' must lie within the current calendar month\.$/],
    [{ start_date: "2026-11-31" }, /^Parameter 'start_date' must be a date that exists/],
    [{ end_date: "21/11/2026" }, /^Parameter 'end_date' must be a date that exists/],
    [{ start_date: "2026-11-20", end_date: "2026-11-19" }, /must not be after 'end_date'/],
    [{ limit: 0 }, /^Parameter 'limit' must be a whole number/],
    [{ limit: 1.5 }, /^Parameter 'limit' must be a whole number from 1\.$/],
    [{ to: "a\u0000b" }, /^Parameter 'to' must not contain a NUL character/],
    [{ limit: "ten" }, /^Parameter 'limit' must be a whole number/],
    [{ page: 0 }, /^Parameter 'page' must be a whole number/],
  ])("answers 400 to %o", async (parameters, sentence) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const { status, body } = await query(parameters, own);
    expect(status).toBe(400);
    expect(body.error).toMatch(sentence);
  });
});

it("answers 401 without credentials or with wrong ones, and 405 to GET", async () => {
  expect((await query({}, { ...account, password: "wrong" })).status).toBe(401);
  expect((await call(POST, { form: { message_id: newId() } })).status).toBe(401);
  expect((await call(GET, { method: "GET" })).headers.get("allow")).toBe("POST");
});
