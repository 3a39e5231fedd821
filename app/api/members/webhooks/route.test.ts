import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { GET as configuration } from "@/app/gateway/configure/route";
import {
  readWebhooks,
  rollWebhookSecret,
  testWebhook,
  type WebhookEndpointRecord,
  type WebhookTestResult,
} from "@/lib/contracts/members/webhooks";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { REMOVED } from "@/lib/webhooks/remove";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { useTestDatabase } from "@/tests/support/database/database";
import { closedGate } from "@/tests/support/gate";
import { listen } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { woken } from "@/tests/support/server/woken";
import { type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";
import { event } from "@/tests/support/webhooks/webhook-event";

const { POST: remove } = handlersOf("/api/members/webhooks/remove");
const { POST: resume } = handlersOf("/api/members/webhooks/resume");
const { GET, POST } = handlersOf("/api/members/webhooks");
const { POST: roll } = handlersOf("/api/members/webhooks/secret");
const { POST: sendTest } = handlersOf("/api/members/webhooks/test");

useTestDatabase();

let receiver: Receiver;
let answer = { status: 200, body: "ok", after: Promise.resolve() };
let other: TestAccount;
beforeAll(async () => {
  receiver = await startReceiver({
    tls: false,
    hostname: "127.0.0.1",
    respond: (_, response) => {
      const { status, body, after } = answer;
      void after.then(() => response.writeHead(status).end(body));
    },
  });
  process.env.WEBHOOK_PRIVATE_HOSTS = receiver.hostPort;
  reloadEnv();
  other = await testAccount();
});
afterAll(() => receiver.close());

const URL_ = "https://shop.example.com/hook?token=hush";

async function read(account: TestAccount) {
  const { body } = await ask<{
    endpoints: WebhookEndpointRecord[];
    signed: boolean;
    olderForMs: number[];
  }>(GET, account, {});
  expect(body).toEqual(readWebhooks.response.parse(body));
  return body;
}

const set = (account: TestAccount, json: object) => ask(POST, account, { json });

describe("a webhook", () => {
  it("is set for one kind or for both, as the API has it", async () => {
    const own = await testAccount();
    const [before] = (await read(own)).endpoints;
    expect(before).toMatchObject({ kind: "inbound", url: null, registeredAt: null, waiting: 0 });
    woken.length = 0;
    expect(await set(own, { url: ` ${URL_}#part`, kind: "report" })).toMatchObject({ body: { url: URL_ } });
    expect(woken).toEqual(["webhooks"]);
    expect((await read(own)).endpoints.map(({ url }) => url)).toEqual([null, URL_]);
    await set(own, { url: "https://two.example.com/", kind: "both" });
    const { userId, password } = own;
    const { body } = await call(configuration, { method: "GET", query: { userId, password } });
    expect(body).toMatchObject({ webhook_url: "https://two.example.com/" });
    expect((await read(other)).endpoints.map(({ url }) => url)).toEqual([null, null]);
  });

  test.each([
    ["http://shop.example.com/", "must start with https://"],
    ["https://user:pass@shop.example.com/", "must not carry a user name or password"],
    ["https://10.0.0.1/", "must name a host on the public Internet"],
    ["https://localhost/", "must name a host on the public Internet"],
    ["shop.example.com", "must be a whole URL"],
  ])("is refused at %s", async (url, sentence) => {
    const own = await testAccount();
    expect(await set(own, { url, kind: "both" })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
    expect((await read(own)).endpoints.map((endpoint) => endpoint.url)).toEqual([null, null]);
  });

  test.each([[{ url: URL_, kind: "all" }], [{ url: URL_ }], [{ kind: "both" }]])(
    "is not %j",
    async (json) => {
      expect(await set(other, json)).toMatchObject({ status: 400 });
    },
  );

  it("ends its events when it is removed, and a later URL does not get them by itself", async () => {
    const [own, stranger] = [await testAccount(), await testAccount()];
    for (const { accountId } of [own, stranger]) await listen(accountId);
    const at = new Date();
    await event(own.accountId, { dueAt: at });
    await event(own.accountId, { dueAt: null });
    const arrived = await event(own.accountId, { state: "delivered", dueAt: null });
    await event(stranger.accountId, { dueAt: at });
    expect((await read(own)).endpoints[0]?.waiting).toBe(2);
    const removed = await ask(remove, own, { json: { kind: "inbound" } });
    expect(removed).toMatchObject({ status: 200, body: { success: true, ended: 2 } });
    expect((await read(own)).endpoints[0]).toMatchObject({ url: null, waiting: 0 });
    await set(own, { url: URL_, kind: "inbound" });
    const rows = await db().prisma.webhookDelivery.findMany({ where: { accountId: own.accountId } });
    for (const { id, state, dueAt, error } of rows) {
      const expected = id === arrived ? ["delivered", null, null] : ["failed", null, REMOVED];
      expect([state, dueAt, error]).toEqual(expected);
    }
    expect((await read(stranger)).endpoints[0]).toMatchObject({ waiting: 1, url: expect.any(String) });
    await ask(remove, own, { json: { kind: "inbound" } });
    expect(await ask(remove, own, { json: { kind: "inbound" } })).toMatchObject({ status: 404 });
  });

  it("is resumed when it was paused, and then sends what was kept", async () => {
    const own = await testAccount();
    await listen(own.accountId, new Date("2026-11-20T00:00:00Z"));
    const kept = await event(own.accountId, { dueAt: null });
    expect((await read(own)).endpoints[0]).toMatchObject({ pausedAt: "2026-11-20 13:00:00", waiting: 1 });
    expect(await ask(resume, other, { json: { kind: "inbound" } })).toMatchObject({ status: 409 });
    expect(await ask(resume, own, { json: { kind: "inbound" } })).toMatchObject({ status: 200 });
    const row = await db().prisma.webhookDelivery.findUniqueOrThrow({ where: { id: kept } });
    expect(row.dueAt).not.toBeNull();
    expect((await read(own)).endpoints[0]).toMatchObject({ pausedAt: null, failingSince: null });
    expect(await ask(resume, own, { json: { kind: "inbound" } })).toMatchObject({ status: 409 });
  });

  it("is written down, and without what only its receiver should know", async () => {
    const own = await testAccount();
    await set(own, { url: URL_, kind: "both" });
    const { body } = await ask<{ secret: string }>(roll, own, { json: {} });
    await ask(remove, own, { json: { kind: "report" } });
    const written = await db().prisma.activity.findMany({
      where: { accountId: own.accountId },
      orderBy: { id: "asc" },
    });
    expect(written.map(({ action }) => action)).toEqual([
      "webhook_registered",
      "webhook_secret_rolled",
      "webhook_removed",
    ]);
    const text = JSON.stringify(written);
    expect(text).not.toContain("hush");
    expect(text).not.toContain(body.secret);
  });
});

describe("a test event", () => {
  const at = (account: TestAccount) =>
    ask<WebhookTestResult>(sendTest, account, { json: { kind: "inbound" } });

  it("goes out signed and marked, tells what came back, and is not kept", async () => {
    const own = await testAccount();
    await set(own, { url: `http://${receiver.hostPort}/hook`, kind: "inbound" });
    const { secret } = (await ask<{ secret: string }>(roll, own, { json: {} })).body;
    answer = { status: 418, body: "x".repeat(5000), after: Promise.resolve() };
    const { status, body } = await at(own);
    expect(status).toBe(200);
    expect(body).toEqual(testWebhook.response.parse(body));
    expect(body).toMatchObject({ ok: false, responseCode: 418, signed: true, error: null });
    expect(body.responseBody).toBe("x".repeat(1024));
    const [request] = receiver.requests.slice(-1);
    expect(request?.headers["x-service-test"]).toBe("true");
    expect(request?.body.toString()).toBe(body.requestBody);
    expect(JSON.parse(body.requestBody)).toMatchObject({ type: "SMS", test: true });
    const headers = {
      timestamp: String(request?.headers["x-service-timestamp"]),
      signature: String(request?.headers["x-service-signature"]),
    };
    expect(verifyWebhook(request?.body ?? Buffer.alloc(0), headers, secret, Date.now())).toBe(true);
    expect(await db().prisma.webhookDelivery.count({ where: { accountId: own.accountId } })).toBe(0);
    answer = { status: 204, body: "", after: Promise.resolve() };
    expect((await at(own)).body).toMatchObject({ ok: true, responseCode: 204, responseBody: "" });
  });

  it("is one at a time, and needs a webhook of one's own", async () => {
    const own = await testAccount();
    expect(await at(own)).toMatchObject({ status: 404 });
    await set(own, { url: `http://${receiver.hostPort}/hook`, kind: "both" });
    const received = closedGate();
    answer = { status: 200, body: "ok", after: received.opened };
    const both = [at(own), at(own)];
    expect((await Promise.race(both)).status).toBe(409);
    received.open();
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await at(own)).status).toBe(200);
    expect(await at(other)).toMatchObject({ status: 404 });
  });
});

describe("the signing secret", () => {
  it("is shown once, and those before count for another 24 hours; a fourth has to wait", async () => {
    const own = await testAccount();
    expect(await read(own)).toMatchObject({ signed: false, olderForMs: [] });
    const first = await ask<{ secret: string }>(roll, own, { json: {} });
    expect(first.body).toEqual(rollWebhookSecret.response.parse(first.body));
    expect(first.body.secret).toMatch(/^whsec_/);
    expect(await read(own)).toMatchObject({ signed: true, olderForMs: [] });
    const second = await ask<{ secret: string }>(roll, own, { json: {} });
    const third = await ask<{ secret: string }>(roll, own, { json: {} });
    const { olderForMs, ...rest } = await read(own);
    expect(olderForMs).toHaveLength(2);
    for (const ms of olderForMs) {
      expect(ms).toBeGreaterThan(24 * 3_600_000 - 60_000);
      expect(ms).toBeLessThanOrEqual(24 * 3_600_000);
    }
    const fourth = await ask<{ error: string }>(roll, own, { json: {} });
    expect(fourth).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(fourth.body.error).toMatch(/can create a new one from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d NZ time\.$/);
    for (const { body } of [first, second, third]) expect(JSON.stringify(rest)).not.toContain(body.secret);
    expect(await read(other)).toMatchObject({ signed: false });
  });
});

test.each([
  ["to read", GET, undefined],
  ["to set", POST, {}],
  ["to remove", remove, {}],
  ["to resume", resume, {}],
  ["to test", sendTest, {}],
  ["to roll the secret", roll, {}],
] as const)("%s is for who is signed in", async (_, handler, json) => {
  const headers = { "sec-fetch-site": "same-origin" };
  const called = await call(handler, json ? { json, headers } : { method: "GET", headers });
  expect(called).toMatchObject({ status: 401 });
});
