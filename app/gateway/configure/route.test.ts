import { describe, expect, it, test } from "vitest";
import { GET, POST } from "@/app/gateway/configure/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as registerInbound } from "@/app/gateway/sms/in/route";
import { POST as registerReports } from "@/app/gateway/sms/status/route";
import { configureResponse } from "@/lib/contracts/gateway/configure";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";

useTestDatabase();

function basic({ userId, password }: TestAccount): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${userId}:${password}`).toString("base64")}` };
}

async function read(account: TestAccount) {
  const { body } = await call(GET, { method: "GET", headers: basic(account) });
  return configureResponse.parse(body);
}

it("leaves a line of activity for what each registration changes, and none for what holds already", async () => {
  const account = await testAccount();
  const headers = basic(account);
  const url = "https://hooks.example.com/sms?token=hush";
  for (let times = 0; times < 2; times++) {
    await call(POST, { headers, json: { webhook_url: url } });
    await call(registerInbound, { headers, json: { url } });
    await call(registerReports, { headers, json: { url: "https://reports.example.com/" } });
  }
  const lines = await accountsDb().prisma.activity.findMany({
    where: { accountId: account.accountId, action: "webhook_registered" },
    orderBy: { at: "asc" },
  });
  const both = { kind: "both", host: "https://hooks.example.com" };
  const reports = { kind: "report", host: "https://reports.example.com" };
  expect(lines.map(({ details }) => details)).toEqual([both, reports, both, reports]);
  expect(lines.map(({ actorId }) => actorId)).toEqual(Array(4).fill(account.accountId));
});

it("keeps the past of a URL that is registered again, unless it is paused", async () => {
  const account = await testAccount();
  const headers = basic(account);
  const { accountId } = account;
  const url = "https://hooks.example.com/sms";
  const register = (json: object) => call(POST, { headers, json });
  const endpoints = accountsDb().prisma.webhookEndpoint;
  const inbound = () => endpoints.findFirstOrThrow({ where: { accountId, kind: "inbound" } });
  await register({ webhook_url: url });
  const past = {
    registeredAt: new Date("2026-11-01T00:00:00Z"),
    failingSince: new Date("2026-11-20T00:00:00Z"),
    answeredAt: new Date("2026-11-19T00:00:00Z"),
    timedOut: true,
  };
  await endpoints.updateMany({ where: { accountId }, data: past });
  await register({ webhook_url: url });
  await call(registerInbound, { headers, json: { url } });
  expect(await inbound()).toMatchObject(past);

  const none = { failingSince: null, pausedAt: null, answeredAt: null, timedOut: false };
  await endpoints.updateMany({ where: { accountId }, data: { pausedAt: new Date() } });
  await register({ webhook_url: url });
  expect(await inbound()).toMatchObject(none);
  await endpoints.updateMany({ where: { accountId }, data: past });
  await register({ webhook_url: `${url}/2` });
  expect(await inbound()).toMatchObject({ ...none, url: `${url}/2` });
});

describe("GET and POST /gateway/configure", () => {
  it("read nothing before anything is set, then what was set, for both kinds", async () => {
    const account = await testAccount();
    expect(await read(account)).toEqual({
      success: true,
      webhook_url: null,
      inbound_url: null,
      delivery_report_url: null,
      signed: false,
    });
    const url = "https://hooks.example.com/sms";
    const { status, body } = await call(POST, { headers: basic(account), json: { webhook_url: url } });
    const configured = { webhook_url: url, inbound_url: url, delivery_report_url: url };
    expect([status, body]).toEqual([200, { success: true, ...configured, signed: false }]);
    await rollSigningSecret(accountsDb(), account.accountId, "a secret to encrypt secrets under", new Date());
    expect(await read(account)).toMatchObject({ ...configured, signed: true });
    expect((await read(await testAccount())).webhook_url).toBeNull();
  });

  it("take userId and password as well, and nobody without", async () => {
    const { userId, password } = await testAccount();
    expect((await call(GET, { method: "GET", query: { userId, password } })).status).toBe(200);
    expect((await call(GET, { method: "GET" })).status).toBe(401);
    expect((await call(POST, { json: { webhook_url: "https://hooks.example.com/" } })).status).toBe(401);
  });
});

describe("who may not", () => {
  it("is asked for Bearer or Basic, and at another endpoint for Bearer alone", async () => {
    const wrong = { authorization: `Basic ${Buffer.from("nobody@example.com:wrong").toString("base64")}` };
    const basic = 'Basic realm="Messaging gateway", charset="UTF-8"';
    const json = { webhook_url: "https://hooks.example.com/" };
    for (const [handler, options, challenge] of [
      [GET, { method: "GET" }, `Bearer, ${basic}`],
      [GET, { method: "GET", headers: wrong }, `Bearer, ${basic}`],
      [POST, { json, headers: { authorization: "Bearer no" } }, `Bearer error="invalid_token", ${basic}`],
      [registerReports, { json }, `Bearer, ${basic}`],
      [balance, { json: {} }, "Bearer"],
    ] as const) {
      const { status, headers } = await call(handler, options);
      expect([status, headers.get("www-authenticate")]).toEqual([401, challenge]);
    }
  });
});

describe("POST /gateway/sms/in and /gateway/sms/status", () => {
  it("register one kind each, with 204 and no body", async () => {
    const account = await testAccount();
    const { userId, password } = account;
    const inbound = { userId, password, url: "https://hooks.example.com/in" };
    const reports = { userId, password, url: "https://hooks.example.com/dlr" };
    expect(await call(registerInbound, { form: inbound })).toMatchObject({ status: 204, text: "" });
    expect(await call(registerReports, { query: reports })).toMatchObject({ status: 204, text: "" });
    expect(await read(account)).toMatchObject({
      webhook_url: null,
      inbound_url: inbound.url,
      delivery_report_url: reports.url,
    });
    const again = { ...inbound, url: reports.url };
    await call(registerInbound, { json: again });
    expect((await read(account)).webhook_url).toBe(reports.url);
  });

  it("answer 401 without credentials and 400 without a URL", async () => {
    const { userId, password } = await testAccount();
    for (const register of [registerInbound, registerReports]) {
      expect((await call(register, { form: { url: "https://hooks.example.com/" } })).status).toBe(401);
      expect(await call(register, { form: { userId, password } })).toMatchObject({
        status: 400,
        body: { success: false, error: "Parameter 'url' is required." },
      });
    }
  });

  test.each([
    "http://hooks.example.com/",
    "https://user:pass@hooks.example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://10.0.0.8/hook",
    "https://169.254.169.254/latest",
    "https://localhost/",
    "ftp://hooks.example.com/",
    "hooks.example.com",
  ])("answer 400 to %s, and keep nothing", async (url) => {
    const account = await testAccount();
    const { userId, password } = account;
    for (const [handler, name] of [
      [registerInbound, "url"],
      [registerReports, "url"],
      [POST, "webhook_url"],
    ] as const) {
      const { status, body } = await call(handler, { json: { userId, password, [name]: url } });
      expect([status, body.code]).toEqual([400, "invalid_parameter"]);
      expect(body.error).toMatch(new RegExp(`^Parameter '${name}' must `));
    }
    expect(await read(account)).toMatchObject({ inbound_url: null, delivery_report_url: null });
  });
});
