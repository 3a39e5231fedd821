import { afterEach, beforeAll, expect, it, test } from "vitest";
import { GET, POST } from "@/app/simulator/messages/route";
import { Simulator } from "@/lib/carriers/simulator";
import { type HandsetResponse, handsetResponse } from "@/lib/contracts/gateway/simulator";
import { db } from "@/lib/db/client";
import { env, reloadEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON } from "@/tests/support/server/send";

useTestDatabase();
afterEach(reloadEnv);

let account: TestAccount;
let stranger: TestAccount;
beforeAll(async () => {
  [account, stranger] = [await testAccount(), await testAccount()];
  await deliver(account.accountId, "one", 0);
  await deliver(stranger.accountId, "not yours", 1);
  await deliver(account.accountId, "two", 2);
  await deliver(account.accountId, "elsewhere", 3, "64222222222");
  await db().prisma.simulatedMessage.create({
    data: {
      reference: newId(),
      clientReference: "no id",
      sender: "552",
      msisdn: MOBILE,
      body: "odd",
      receivedAt: NOON,
    },
  });
});

async function deliver(accountId: number, body: string, seconds: number, msisdn = MOBILE): Promise<void> {
  const at = new Date(NOON.getTime() + seconds * 1000);
  await accept(db(), [testSubmission(accountId, { body, items: [testItem({ msisdn })] })], at, () => "");
  await dispatch(db(), new Simulator(db(), () => ({ delayMs: 300, authSecret: TEST_SECRET })), at, BY_DAY);
}

async function read(query: Record<string, string>, from: TestAccount = account) {
  const { userId, password } = from;
  const called = await call<HandsetResponse & { error: string }>(GET, {
    method: "GET",
    query: { userId, password, ...query },
  });
  if (called.status === 200) expect(called.body).toEqual(handsetResponse.parse(called.body));
  return called;
}

it("answers what the handset received from the account, newest first", async () => {
  const { status, body } = await read({ msisdn: `+${MOBILE}` });
  expect(status).toBe(200);
  const [one, two] = await messagesOf(account.accountId);
  expect(body).toEqual({
    status: "success",
    messages: [
      { messageId: two?.id, from: "552", to: MOBILE, body: "two", receivedTime: "2026-11-21 12:00:02" },
      { messageId: one?.id, from: "552", to: MOBILE, body: "one", receivedTime: "2026-11-21 12:00:00" },
    ],
    pagination: {
      page: 1,
      limit: 100,
      totalRecords: 2,
      totalPages: 1,
      hasNextPage: false,
      hasPreviousPage: false,
    },
  });
  expect((await read({ msisdn: MOBILE })).body).toEqual(body);
});

it("tells another account only of its own", async () => {
  const { body } = await read({ msisdn: MOBILE }, stranger);
  expect(body.messages.map((message) => message.body)).toEqual(["not yours"]);
  expect((await read({ msisdn: "64222222222" }, stranger)).body.messages).toEqual([]);
});

it("comes in pages", async () => {
  const { body } = await read({ msisdn: MOBILE, limit: "1", page: "2" });
  expect(body.messages.map((message) => message.body)).toEqual(["one"]);
  expect(body.pagination).toMatchObject({ totalPages: 2, hasNextPage: false, hasPreviousPage: true });
  expect((await read({ msisdn: MOBILE, limit: "999" })).body.pagination.limit).toBe(200);
  expect((await read({ msisdn: "64299999999" })).body.messages).toEqual([]);
});

test.each([
  [{}, "Parameter 'msisdn' is required."],
  [{ msisdn: MOBILE, limit: "0" }, "Parameter 'limit' must be a whole number from 1."],
  [{ msisdn: MOBILE, page: "0" }, "Parameter 'page' must be a whole number from 1 to 1000000."],
])("answers 400 to %o", async (query, sentence) => {
  const { status, body } = await read(query as Record<string, string>);
  expect([status, body.error]).toEqual([400, sentence]);
});

it("answers 401 without credentials or with wrong ones, and 405 to POST", async () => {
  expect((await call(GET, { method: "GET", query: { msisdn: MOBILE } })).status).toBe(401);
  expect((await read({ msisdn: MOBILE }, { ...account, password: "wrong" })).status).toBe(401);
  expect((await call(POST, { json: {} })).headers.get("allow")).toBe("GET, HEAD");
});

it("is not there while messages go to any other carrier", async () => {
  Object.assign(env(), { carrier: "another" });
  expect(await read({ msisdn: MOBILE })).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect((await call(POST, { json: {} })).status).toBe(404);
});
