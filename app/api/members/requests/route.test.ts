import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as workflow } from "@/app/crm-a/workflow.php/route";
import { POST as token } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as otp } from "@/app/gateway/sms/otp/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { GET as legacy } from "@/app/send.php/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import type { RequestDetails, RequestRecord, RequestsPage } from "@/lib/contracts/members/requests";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { flushRequestLog, REQUESTS_KEPT_MS, ROWS } from "@/lib/requests/request-log";
import { useTestDatabase } from "@/tests/support/database/database";
import { testIntegration } from "@/tests/support/integration";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE, NOON } from "@/tests/support/server/send";

const { GET: readRequest } = handlersOf("/api/members/requests/request");
const { GET: listRequests } = handlersOf("/api/members/requests");

useTestDatabase();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => vi.useRealTimers());

const TEXT = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };
const DAY_MS = 24 * 3_600_000;

const credentials = ({ userId, password }: TestAccount) => ({ userId, password });

async function logOf(account: TestAccount, query: Record<string, string> = {}): Promise<RequestRecord[]> {
  await flushRequestLog(db());
  const { status, body } = await ask<RequestsPage>(listRequests, account, { query });
  expect(status).toBe(200);
  if (body.older === null) expect(body.total).toEqual({ count: body.requests.length, isMore: false });
  return body.requests;
}

async function detailsOf(account: TestAccount, id: string | undefined) {
  return (await ask<RequestDetails>(readRequest, account, { query: { id: id ?? "" } })).body;
}

it("is not kept where the setting is no, and the list says so", async () => {
  vi.stubEnv("REQUEST_LOG", "no");
  reloadEnv();
  const account = await testAccount();
  await call(balance, { json: credentials(account) });
  expect(await logOf(account)).toEqual([]);
  expect((await ask(listRequests, account, { query: {} })).body.isKept).toBe(false);
  vi.unstubAllEnvs();
  reloadEnv();
  await call(balance, { json: credentials(account) });
  expect(await logOf(account)).toHaveLength(1);
  expect((await ask(listRequests, account, { query: {} })).body.isKept).toBe(true);
});

describe("a developer", () => {
  it("finds yesterday's refused call, and why it was refused", async () => {
    const account = await testAccount();
    const refused = { ...credentials(account), ...TEXT, messageClass: "urgent" };
    const { headers } = await call(send, { json: refused });
    vi.setSystemTime(NOON.getTime() + DAY_MS);
    for (let times = 0; times < 3; times++) await call(balance, { json: credentials(account) });
    const found = await logOf(account, { status: "refused", end: "2026-11-21", path: "/gateway/sms/out" });
    expect(found).toMatchObject([
      {
        method: "POST",
        path: "/gateway/sms/out",
        status: 400,
        errorCode: "invalid_parameter",
        credential: { kind: "password", hasKey: false, name: null, clientId: null },
      },
    ]);
    const details = await detailsOf(account, found[0]?.id);
    expect(details).toMatchObject({
      requestId: headers.get("x-request-id"),
      error: "Parameter 'messageClass' must be 'transactional' or 'marketing'.",
      address: "203.0.113.7",
      messageId: null,
    });
    expect(details.parameters).toContainEqual({ name: "body", value: "(7 characters)", isIgnored: false });
    expect(details.parameters).toContainEqual({ name: "messageClass", value: "urgent", isIgnored: false });
    expect(details.parameters).toContainEqual({ name: "password", value: "•••", isIgnored: false });
  });

  it("names the parameters that its operation ignored, without values", async () => {
    const account = await testAccount();
    const json = { ...credentials(account), ...TEXT, scheduel: "482913", "dlr-url": "x", "code 482913": 1 };
    await call(send, { json });
    const [found] = await logOf(account);
    const { parameters, omitted } = await detailsOf(account, found?.id);
    const ignored = parameters?.filter(({ isIgnored }) => isIgnored);
    expect(ignored).toEqual([
      { name: "scheduel", value: "•••", isIgnored: true },
      { name: "dlr-url", value: "•••", isIgnored: true },
    ]);
    expect([omitted, JSON.stringify(parameters)]).toEqual([1, expect.not.stringContaining("482913")]);
  });

  it("finds calls with a token that had ended, for a day after its end", async () => {
    const account = await testAccount();
    const key = await createApiKey(db(), account.accountId, { name: "Shop", expiresAt: null }, NOON);
    const { clientId: client_id, clientSecret: client_secret } = key;
    const { body } = await call(token, { json: { client_id, client_secret } });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const ended = { method: "POST", path: "/gateway/sms/out", status: 401, errorCode: "invalid_credentials" };
    const credential = { kind: "token", hasKey: true, name: "Shop", clientId: client_id };

    vi.setSystemTime(NOON.getTime() + DAY_MS);
    await purgeExpired(db(), new Date());
    expect(await call(send, { json: TEXT, headers })).toMatchObject({ status: 401 });
    const [last] = await logOf(account, { status: "refused" });
    expect(last).toMatchObject({ ...ended, credential });
    const used = await db().prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(used.lastUsedAt).toEqual(NOON);

    vi.setSystemTime(NOON.getTime() + 2 * DAY_MS + 1);
    await purgeExpired(db(), new Date());
    expect(await db().prisma.accessToken.count({ where: { apiKeyId: key.id } })).toBe(0);
    expect(await call(send, { json: TEXT, headers })).toMatchObject({ status: 401 });
    expect((await logOf(account, { status: "refused" })).length).toBe(1);
  });

  it("sees with which key a message was sent, and which one", async () => {
    const account = await testAccount();
    const key = await createApiKey(db(), account.accountId, { name: "Shop", expiresAt: null }, NOON);
    const { clientId: client_id, clientSecret: client_secret } = key;
    const { body } = await call(token, { json: { client_id, client_secret } });
    const headers = { authorization: `Bearer ${body.access_token}` };
    const sent = await call(send, { json: TEXT, headers });
    const [last, first] = await logOf(account, { key: key.id });
    expect([last?.credential, first?.credential]).toEqual(
      ["token", "client"].map((kind) => ({ kind, hasKey: true, name: "Shop", clientId: client_id })),
    );
    expect(await detailsOf(account, last?.id)).toMatchObject({
      status: 200,
      messageId: sent.body.message_id,
    });
    expect(await logOf(account, { key: "password" })).toEqual([]);
  });

  it("sees calls with a wrong password or secret, and not the log of anybody else", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    const key = await createApiKey(db(), account.accountId, { name: "Shop", expiresAt: null }, NOON);
    await call(balance, { json: { ...credentials(account), password: "wrong" } });
    await call(token, { json: { client_id: key.clientId, client_secret: "csk_wrong" } });
    const found = await logOf(account, { status: "refused" });
    expect(found.map(({ errorCode }) => errorCode)).toEqual(["invalid_client", "invalid_credentials"]);
    expect(await logOf(other)).toEqual([]);
    const { status } = await ask(readRequest, other, { query: { id: found[0]?.id ?? "" } });
    expect(status).toBe(404);
  });

  it("sees calls of integrations and of the legacy endpoint, without their secrets", async () => {
    const account = await testAccount();
    const { secret, shortcodeId } = await testIntegration(account, "crm_a");
    const query = { cust_id: String(account.accountId), shortcode_id: String(shortcodeId), key: secret };
    await call(workflow, { query, json: { to: MOBILE, message: "Kia ora" } });
    const { userId: username, password } = account;
    await call(legacy, { method: "GET", query: { username, password, cellnum: "12", message: "Kia ora" } });
    const found = await logOf(account);
    expect(found).toMatchObject([
      { path: "/send.php", status: 400, errorCode: "invalid_recipient", credential: { kind: "password" } },
      { path: "/crm-a/workflow.php", status: 200, credential: { kind: "integration" } },
    ]);
    const details = await detailsOf(account, found[1]?.id);
    expect(details.messageId).toEqual(expect.any(String));
    expect(details.parameters).toEqual([
      { name: "cust_id", value: query.cust_id, isIgnored: false },
      { name: "shortcode_id", value: query.shortcode_id, isIgnored: false },
      { name: "key", value: "•••", isIgnored: false },
      { name: "to", value: MOBILE, isIgnored: false },
      { name: "message", value: "(7 characters)", isIgnored: false },
    ]);
  });
});

describe("an account that asks more than is written as rows", () => {
  const ASKED = 2_000;

  async function asked(account: TestAccount): Promise<void> {
    vi.stubEnv("RATE_LIMIT_PER_SECOND", String(10 * ASKED));
    reloadEnv();
    for (let times = 0; times < ASKED; times++) {
      vi.setSystemTime(NOON.getTime() + times);
      await call(balance, { json: credentials(account) });
    }
    vi.unstubAllEnvs();
    reloadEnv();
    await flushRequestLog(db());
  }

  it("finds every request, newest first, each on a page of its own, and nobody else does", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    await asked(account);
    const rows = await db().prisma.apiRequest.count({ where: { accountId: account.accountId } });
    expect(rows).toBeLessThan(ASKED / 2);
    const found: RequestRecord[] = [];
    for (let before: string | null = ""; before !== null; ) {
      const query: Record<string, string> = { limit: "200", ...(before && { before }) };
      const { body: page } = await ask<RequestsPage>(listRequests, account, { query });
      before = page.older;
      expect(page).toMatchObject({ total: { count: 1_000, isMore: true }, searchedTo: null });
      found.push(...page.requests);
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(ASKED);
    expect(found).toHaveLength(ASKED);
    expect(found.map(({ at }) => at)).toEqual(
      found
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );

    const inChunks = found.filter((_, nth) => nth % 250 === 0);
    for (const { id, ...request } of inChunks) {
      expect(await detailsOf(account, id)).toMatchObject({ id, ...request, address: "203.0.113.7" });
      expect((await ask(readRequest, other, { query: { id } })).status).toBe(404);
    }
    expect(await logOf(other)).toEqual([]);
  });

  it("keeps them for seven days", async () => {
    const account = await testAccount();
    await asked(account);
    const count = () => db().prisma.apiRequestChunk.count({ where: { accountId: account.accountId } });
    expect(await count()).toBeGreaterThan(0);
    await purgeExpired(db(), new Date(NOON.getTime() + REQUESTS_KEPT_MS - 1_000));
    expect(await count()).toBeGreaterThan(0);
    await purgeExpired(db(), new Date(NOON.getTime() + REQUESTS_KEPT_MS + 3 * DAY_MS));
    expect(await count()).toBe(0);
  });
});

describe("the log", () => {
  it("has no secret and no one-time code of a request", async () => {
    const account = await testAccount();
    const given = { msgCompany: "Acme 482913", msgCode: "482913", rateCode: "tag-482913", to: MOBILE };
    await call(otp, { json: { ...credentials(account), ...given } });
    await call(otp, { json: { ...credentials(account), ...given, to: "482913 is no number" } });
    await call(send, { json: { ...credentials(account), ...TEXT, to: "Your code is 482913" } });
    await flushRequestLog(db());
    const rows = await db().prisma.apiRequest.findMany({ where: { accountId: account.accountId } });
    expect(rows.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const written = JSON.stringify(rows);
    for (const hidden of ["482913", account.password, account.userId, "Kia ora"]) {
      expect(written).not.toContain(hidden);
    }
  });

  it("keeps seven days", async () => {
    const account = await testAccount();
    await call(balance, { json: credentials(account) });
    await flushRequestLog(db());
    await purgeExpired(db(), new Date(NOON.getTime() + REQUESTS_KEPT_MS - 1_000));
    expect(await logOf(account)).toHaveLength(1);
    await purgeExpired(db(), new Date(NOON.getTime() + REQUESTS_KEPT_MS + 3 * DAY_MS));
    expect(await logOf(account)).toEqual([]);
  });

  it("has a bound for what strangers try, apart from what the account does", async () => {
    const account = await testAccount();
    for (let times = 0; times < ROWS.unproven.burst + 5; times++) {
      const address = `198.51.100.${times}`;
      await call(balance, { json: { ...credentials(account), password: "wrong" }, address });
    }
    await call(balance, { json: credentials(account) });
    const found = await logOf(account, { limit: "200" });
    expect(found.filter(({ status }) => status >= 400)).toHaveLength(ROWS.unproven.burst);
    expect(found.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
