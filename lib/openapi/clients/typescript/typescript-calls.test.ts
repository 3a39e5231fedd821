import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { type ClientDriver, startDriver } from "@/tests/support/clients/client-drivers";
import { type FaultyFront, startFaultyFront } from "@/tests/support/clients/faulty-front";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const TEXT = { to: "64211234567", body: "Kia ora", messageClass: "transactional" };
const TOKEN = "/gateway/auth/token";
const BALANCE = "/gateway/sms/balance";

let server: RouteServer;
let front: FaultyFront;
let driver: ClientDriver;
let account: TestAccount;

beforeAll(async () => {
  server = await serveRoutes();
  front = await startFaultyFront(server.address);
  driver = await startDriver("typescript");
  account = await testAccount();
});
beforeEach(() => front.reset());
afterAll(async () => {
  await driver?.close();
  await front?.close();
  await server?.close();
});

it("ends a call that is aborted, in the request and in the wait before another", async () => {
  const { userId, password } = account;
  const call = await driver.make({ baseUrl: front.address, credentials: { userId, password } });
  const other = await driver.make({ baseUrl: front.address, credentials: { userId, password } });
  for (const fault of [
    "silent",
    {
      status: 429,
      body: { error: "Too much.", code: "too_many_requests" },
      headers: { "Retry-After": "60" },
    },
  ] as const) {
    front.reset();
    front.fail(BALANCE, fault);
    const ended = new AbortController();
    const called = call("readBalance", {}, { signal: ended.signal });
    await expect.poll(() => front.requests.length).toBe(1);
    // Another call gets the next response of the front. Before that, this call gets its response if there is one.
    await other("readBalance");
    front.requests.pop();
    ended.abort(new Error("Enough."));
    expect((await called).error).toEqual({ unexpected: "Error: Enough." });
    expect(front.requests).toHaveLength(1);
  }
});

it("sends nothing for a call that is aborted while it waits for a token, which others get", async () => {
  const named = { name: "aborted", expiresAt: null };
  const { clientId, clientSecret } = await createApiKey(db(), account.accountId, named, new Date());
  const call = await driver.make({ baseUrl: front.address, credentials: { clientId, clientSecret } });
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  front.fail(TOKEN, { change: (body) => given.then(() => body) });
  const ended = new AbortController();
  const called = call("sendMessage", TEXT, { signal: ended.signal });
  const other = call("readBalance");
  await expect.poll(() => front.requests.length).toBe(1);
  ended.abort(new Error("Enough."));
  expect(await called).toEqual({ error: { unexpected: "Error: Enough." } });
  give();
  expect((await other).result).toMatchObject({ currency: "NZD" });
  expect(front.requests.map(({ path }) => path)).toEqual([TOKEN, BALANCE]);
});

it("has its own limits where it is given undefined ones", async () => {
  const { userId, password } = account;
  const limits = { timeoutMs: undefined, maxAttempts: undefined, maxTotalMs: undefined };
  const options = { baseUrl: front.address, credentials: { userId, password }, ...limits };
  const call = await driver.make(options);
  expect((await call("readBalance")).result).toMatchObject({ currency: "NZD" });
});
