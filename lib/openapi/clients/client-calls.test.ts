import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import {
  CLIENT_LANGUAGES,
  type ClientDriver,
  type DrivenClient,
  startDriver,
} from "@/tests/support/clients/client-drivers";
import { type FaultyFront, startFaultyFront } from "@/tests/support/clients/faulty-front";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const MOBILE = "64211234567";
const TEXT = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };
const TOKEN = "/gateway/auth/token";
const SEND = "/gateway/sms/out";
const LOOKUP = "/gateway/number/lookup";
const BALANCE = "/gateway/sms/balance";
const UNAVAILABLE = { success: false, error: "Busy.", code: "unavailable" };
const OVERLOADED = { success: false, error: "Too much.", code: "too_many_requests" };
const BROKEN = { success: false, error: "Broken.", code: "internal_error" };

let server: RouteServer;
let front: FaultyFront;

beforeAll(async () => {
  for (const name of ["NIGHT_START", "NIGHT_END"]) vi.stubEnv(name, "00:00");
  reloadEnv();
  server = await serveRoutes();
  front = await startFaultyFront(server.address);
});

afterAll(async () => {
  await front?.close();
  await server?.close();
  vi.unstubAllEnvs();
  reloadEnv();
});

describe.each(CLIENT_LANGUAGES)("the client for $language", ({ language, isHere }) => {
  let driver: ClientDriver;
  let account: TestAccount;
  let credentials: { clientId: string; clientSecret: string };
  let call: DrivenClient;

  const client = (options: object = {}) => driver.make({ baseUrl: front.address, credentials, ...options });
  const asked = (path: string) => front.requests.filter((request) => request.path === path);
  const sent = () => db().prisma.message.count({ where: { accountId: account.accountId } });

  beforeAll(async () => {
    if (!isHere) return;
    front.reset();
    driver = await startDriver(language);
    account = await testAccount();
    const named = { name: "client", expiresAt: null };
    const { clientId, clientSecret } = await createApiKey(db(), account.accountId, named, new Date());
    credentials = { clientId, clientSecret };
    call = await client();
  });
  afterAll(() => driver?.close());

  // The test is skipped if the language is not installed.
  const test = it.skipIf(!isHere);

  test("gets one token for its calls, and renews it before it ends", async () => {
    front.reset();
    const renewing = await client();
    front.fail(TOKEN, { change: (body) => ({ ...body, expires_in: 1 }) });
    const balances = await Promise.all([renewing("readBalance"), renewing("readBalance")]);
    expect(balances.map(({ result }) => result)).toEqual(
      Array(2).fill({ balance: expect.stringMatching(/^\d+\.\d\d/), currency: "NZD" }),
    );
    expect(asked(TOKEN)).toHaveLength(1);
    const callAgain = async () => {
      await renewing("readBalance");
      return asked(TOKEN).length;
    };
    await expect.poll(callAgain).toBe(2);
    expect(await callAgain()).toBe(2);
    expect(new Set(asked(BALANCE).map(({ headers }) => headers.authorization)).size).toBe(2);
  });

  test("gets a new token once where the old one is refused", async () => {
    const refused = { status: 401, body: { success: false, error: "Wrong.", code: "invalid_credentials" } };
    front.reset();
    front.fail(BALANCE, refused);
    expect((await call("readBalance")).result).toMatchObject({ currency: "NZD" });
    front.fail(BALANCE, refused, refused);
    expect((await call("readBalance")).error).toMatchObject({ code: "invalid_credentials", status: 401 });
    expect(asked(BALANCE)).toHaveLength(4);
  });

  test("sends, tries in the sandbox, sends to many and sends codes", async () => {
    const tried = await call("sendMessage", { ...TEXT, sandbox: true });
    expect(tried.result).toMatchObject({ status: "sandbox", sandbox_would_charge: 0.115 });
    const one = await call("sendMessage", { ...TEXT, messageId: "order-1", rateCode: "shop", from: "552" });
    expect(one.result).toMatchObject({
      success: true,
      status: "accepted",
      to: MOBILE,
      from: "552",
      parts: 1,
    });
    const many = await call("sendMessage", { ...TEXT, to: [MOBILE, "not a number"], rateCode: "shop" });
    expect(many.result).toMatchObject({ status: "bulk", summary: { total: 2, sent: 1, failed: 1 } });
    const code = await call("sendOtp", { to: MOBILE, msgCompany: "Acme", msgCode: "482913" });
    expect(code.result).toMatchObject({ status: "accepted", code: "482913" });
    expect(await sent()).toBe(3);
    const { message_id } = one.result as { message_id: string };
    const status = await call("queryStatus", { message_id });
    expect(status.result).toMatchObject({
      messages: [{ message_id, status: "PENDING", statusCode: null, customerMessageId: "order-1" }],
      notFound: [],
    });
  });

  test("asks for bills, and goes over their pages", async () => {
    const sums = await call("queryBilling", { rateCode: "shop" });
    expect(sums.result).toMatchObject({ mode: "summary", totals: { messages: 2, totalInclGst: 0.23 } });
    front.reset();
    const entries = (await call("iterateBilling", { detail: 1, limit: 1 })).result as { rateCode: string }[];
    expect(entries.map(({ rateCode }) => rateCode)).toEqual(["OTP", "shop", "shop"]);
    expect(asked("/gateway/billing/query").map(({ body }) => JSON.parse(body).page)).toEqual([1, 2, 3]);
    expect((await call("iterateBilling", {})).error?.unexpected).toContain("no pages");
  });

  test("looks numbers up, reads by GET, and sets what is answered by nothing", async () => {
    const found = await call("lookupNumber", { number: "021 123 4567" });
    expect(found.result).toMatchObject({ number: MOBILE, original_network: "One NZ" });
    const handset = await call("readHandset", { msisdn: MOBILE, limit: 5 });
    expect(handset.result).toMatchObject({ status: "success", messages: [] });
    expect((await call("readConfiguration")).result).toMatchObject({ success: true, webhook_url: null });
    const registered = await call("registerInboundWebhook", { url: "https://example.com/in" });
    expect([registered.result ?? null, registered.error]).toEqual([null, undefined]);
    expect((await call("readConfiguration")).result).toMatchObject({ inbound_url: "https://example.com/in" });
  });

  test("takes an account's password, in the body or the query string", async () => {
    const { userId, password } = account;
    const byPassword = await client({ credentials: { userId, password } });
    front.reset();
    expect((await byPassword("sendMessage", { ...TEXT, sandbox: true })).result).toMatchObject({
      status: "sandbox",
    });
    expect((await byPassword("readHandset", { msisdn: MOBILE })).result).toMatchObject({ status: "success" });
    expect(asked(TOKEN)).toEqual([]);
  });

  test("tells errors by their codes", async () => {
    const wrong = await call("sendMessage", { ...TEXT, to: "not a number" });
    expect(wrong.error).toEqual({
      code: "invalid_recipient",
      status: 400,
      retryAfter: null,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: expect.stringContaining("'not a number'"),
    });
    const unknown = await client({ credentials: { clientId: "cid_none", clientSecret: "csk_none" } });
    const { error } = await unknown("readBalance");
    expect(error).toMatchObject({ code: "invalid_client", status: 401 });
    expect(error?.message).not.toContain("invalid_client");
    const poor = await testAccount({ balanceMicros: 0n });
    const { userId, password } = poor;
    const broke = await client({ credentials: { userId, password } });
    expect((await broke("sendMessage", TEXT)).error).toMatchObject({
      code: "insufficient_funds",
      status: 403,
    });
    front.fail(LOOKUP, { status: 502 });
    const { error: odd } = await call("lookupNumber", { number: MOBILE });
    expect(odd).toMatchObject({ code: "unexpected_response", status: 502 });
  });

  test("repeats a send by its key, which is accepted once", async () => {
    const before = await sent();
    front.reset();
    front.fail(SEND, "lost after", { status: 500, body: BROKEN }, "lost before");
    const { result } = await call("sendMessage", TEXT);
    expect(result).toMatchObject({ success: true, status: "accepted" });
    expect(asked(SEND)).toHaveLength(4);
    const keys = new Set(asked(SEND).map(({ headers }) => headers["idempotency-key"]));
    expect([keys.size, [...keys][0]?.length]).toEqual([1, 36]);
    expect(await sent()).toBe(before + 1);
    const own = { idempotencyKey: `order-1001-${language}` };
    const first = await call("sendMessage", TEXT, own);
    expect(await call("sendMessage", TEXT, own)).toEqual(first);
    const other = await call("sendMessage", { ...TEXT, body: "Another" }, own);
    expect(other.error).toMatchObject({ code: "idempotency_conflict", status: 409 });
    expect(await sent()).toBe(before + 2);
  });

  test("repeats what has no key only where nothing was done", async () => {
    front.reset();
    const number = { number: MOBILE };
    front.fail(LOOKUP, { status: 503, body: UNAVAILABLE, headers: { "Retry-After": "0" } });
    expect((await call("lookupNumber", number)).result).toMatchObject({ number: MOBILE });
    expect(asked(LOOKUP)).toHaveLength(2);
    for (const [fault, code] of [
      ["lost after", "connection_failed"],
      [{ status: 500, body: BROKEN }, "internal_error"],
      [{ status: 503 }, "unexpected_response"],
    ] as const) {
      front.reset();
      front.fail(LOOKUP, fault);
      expect((await call("lookupNumber", number)).error).toMatchObject({ code });
      expect(asked(LOOKUP)).toHaveLength(1);
    }
    // Requesting a token has no other effect, so it is repeated for any call.
    front.reset();
    front.fail(TOKEN, "lost after", { status: 500, body: BROKEN });
    const fresh = await client();
    expect((await fresh("lookupNumber", number)).result).toMatchObject({ number: MOBILE });
    expect([asked(TOKEN).length, asked(LOOKUP).length]).toEqual([3, 1]);
  });

  test("waits as long as it is asked to, and gives up within its limits", async () => {
    front.reset();
    const busy = { status: 429, body: OVERLOADED, headers: { "Retry-After": "1", "X-Request-Id": "an-id" } };
    front.fail(BALANCE, busy);
    const startedAt = performance.now();
    expect((await call("readBalance")).result).toMatchObject({ currency: "NZD" });
    expect(performance.now() - startedAt).toBeGreaterThan(1_200);

    const hasty = await client({ maxTotalMs: 1_000 });
    await hasty("readBalance");
    front.fail(BALANCE, busy);
    expect((await hasty("readBalance")).error).toEqual({
      code: "too_many_requests",
      status: 429,
      requestId: "an-id",
      retryAfter: 1,
      message: "Too much.",
    });

    front.reset();
    const twice = await client({ maxAttempts: 2 });
    front.fail(SEND, "lost before", "lost before", "lost before");
    expect((await twice("sendMessage", TEXT)).error).toMatchObject({ code: "connection_failed", status: 0 });
    expect(asked(SEND)).toHaveLength(2);
  });

  test("waits for a response no longer than it may, and repeats what has a key", async () => {
    const before = await sent();
    const quick = await client({ timeoutMs: 1_500 });
    await quick("readBalance");
    front.reset();
    front.fail(BALANCE, "silent");
    expect((await quick("readBalance")).error).toMatchObject({
      code: "timed_out",
      status: 0,
      requestId: null,
    });
    expect(asked(BALANCE)).toHaveLength(1);
    front.fail(SEND, "silent");
    expect((await quick("sendMessage", TEXT)).result).toMatchObject({ status: "accepted" });
    expect(await sent()).toBe(before + 1);
  });

  test("waits for a token no longer than the call may take", async () => {
    const hasty = await client({ maxTotalMs: 1_000 });
    front.reset();
    front.fail(TOKEN, "silent");
    const startedAt = performance.now();
    expect((await hasty("readBalance")).error).toMatchObject({ code: "timed_out", status: 0 });
    // A single attempt may last 40 seconds.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(asked(BALANCE)).toEqual([]);
  });

  test("follows no redirect, which would repeat its credentials", async () => {
    front.reset();
    front.fail(BALANCE, { status: 302, headers: { Location: `${server.address}${BALANCE}` } });
    expect((await call("readBalance")).error).toMatchObject({ code: "unexpected_response", status: 302 });
    front.fail("/gateway/configure", { status: 302, headers: { Location: `${front.address}${BALANCE}` } });
    expect((await call("readConfiguration")).error).toMatchObject({ status: 302 });
    expect(asked(BALANCE)).toHaveLength(1);
  });
});
