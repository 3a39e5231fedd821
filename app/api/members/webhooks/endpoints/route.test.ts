import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { GET as configuration } from "@/app/gateway/configure/route";
import { type FurtherEndpoints, listFurtherEndpoints } from "@/lib/contracts/members/further-endpoints";
import type { DeliveryRecord, WebhookTestResult } from "@/lib/contracts/members/webhooks";
import { optOutEvent } from "@/lib/contracts/optout-event";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { blockByHand } from "@/lib/optouts/block-by-hand";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";
import { type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";

const { GET: deliveries } = handlersOf("/api/members/webhooks/deliveries");
const { GET: read } = handlersOf("/api/members/webhooks/delivery");
const { POST: change } = handlersOf("/api/members/webhooks/endpoints/change");
const { POST: pause } = handlersOf("/api/members/webhooks/endpoints/pause");
const { POST: remove } = handlersOf("/api/members/webhooks/endpoints/remove");
const { POST: resume } = handlersOf("/api/members/webhooks/endpoints/resume");
const { GET, POST } = handlersOf("/api/members/webhooks/endpoints");
const { POST: sendTest } = handlersOf("/api/members/webhooks/endpoints/test");
const { GET: count } = handlersOf("/api/members/webhooks/replay");
const { GET: readTwo } = handlersOf("/api/members/webhooks");

useTestDatabase();

let receiver: Receiver;
let own: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  receiver = await startReceiver({ tls: false, hostname: "127.0.0.1" });
  process.env.WEBHOOK_PRIVATE_HOSTS = receiver.hostPort;
  reloadEnv();
  other = await testAccount();
});
beforeEach(async () => {
  own = await testAccount();
});
afterAll(() => receiver.close());

const CRM = { name: "CRM", url: "https://crm.example.com/hook?token=hush", eventTypes: ["optout.changed"] };

async function listed(account = own) {
  const { status, body } = await ask<FurtherEndpoints>(GET, account, {});
  expect(status).toBe(200);
  expect(body).toEqual(listFurtherEndpoints.response.parse(body));
  return body;
}

const add = (json: object, account = own) =>
  ask<{ id: string; error: string; code: string }>(POST, account, { json });
const lines = async () =>
  (await db().prisma.activity.findMany({ where: { accountId: own.accountId }, orderBy: { id: "asc" } })).map(
    ({ action, details }) => [action, details],
  );

it("lists none at first, then what was added, changed, paused, resumed and removed; the activity says so", async () => {
  expect(await listed()).toEqual({ endpoints: [], senders: expect.arrayContaining(["552"]) });
  const { status, body } = await add({
    ...CRM,
    eventTypes: ["optout.changed", "message.inbound", "optout.changed"],
  });
  expect(status).toBe(200);
  const { id } = body;
  const endpoint = {
    id,
    name: "CRM",
    url: CRM.url,
    eventTypes: ["message.inbound", "optout.changed"],
    sender: null,
    registeredAt: expect.any(String),
    failingSince: null,
    pausedAt: null,
    pausedByHand: false,
    answeredAt: null,
    waiting: 0,
  };
  expect((await listed()).endpoints).toEqual([endpoint]);
  const next = {
    name: "crm",
    url: "https://new.example.com/",
    eventTypes: ["message.report"],
    sender: "552",
  };
  expect((await ask(change, own, { json: { id, ...next } })).status).toBe(200);
  expect((await listed()).endpoints).toMatchObject([next]);
  expect((await ask(pause, own, { json: { id } })).status).toBe(200);
  expect((await listed()).endpoints).toMatchObject([{ pausedByHand: true, pausedAt: expect.any(String) }]);
  expect(await ask(pause, own, { json: { id } })).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await ask(resume, own, { json: { id } })).status).toBe(200);
  expect(await ask(resume, own, { json: { id } })).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await listed()).endpoints).toMatchObject([{ pausedByHand: false, pausedAt: null }]);
  expect((await ask(remove, own, { json: { id } })).body).toEqual({ success: true, ended: 0 });
  expect((await listed()).endpoints).toEqual([]);
  expect(await lines()).toEqual([
    ["webhook_added", { name: "CRM", host: "https://crm.example.com" }],
    ["webhook_changed", { name: "crm", host: "https://new.example.com" }],
    ["webhook_paused", { name: "crm" }],
    ["webhook_resumed", { name: "crm" }],
    ["webhook_removed", { name: "crm", endedEvents: 0 }],
  ]);
});

it("may have no event types, and is then told of nothing but a test", async () => {
  const { status, body } = await add({ ...CRM, eventTypes: [], url: receiver.url });
  expect(status).toBe(200);
  expect((await listed()).endpoints).toMatchObject([{ id: body.id, eventTypes: [] }]);
  await blockByHand(db(), own.accountId, "64211234567", new Date());
  expect(await db().prisma.webhookDelivery.count({ where: { accountId: own.accountId } })).toBe(0);
  await ask(sendTest, own, { json: { id: body.id } });
  expect(JSON.parse(String(receiver.requests.at(-1)?.body))).toMatchObject({ type: "SMS", test: true });
});

it("leaves the two of the API as they are", async () => {
  const before = await Promise.all([
    ask(readTwo, own, {}),
    call(configuration, { method: "GET", query: own as never }),
  ]);
  await add({ ...CRM, eventTypes: ["message.inbound", "message.report"] });
  const after = await Promise.all([
    ask(readTwo, own, {}),
    call(configuration, { method: "GET", query: own as never }),
  ]);
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
});

describe("adding", () => {
  test.each<[string, object, number, string]>([
    ["without a name", { name: " " }, 400, "invalid_parameter"],
    ["with a name that is too long", { name: "x".repeat(61) }, 400, "invalid_parameter"],
    ["with types missing", { eventTypes: undefined }, 400, "missing_parameter"],
    ["with an unknown type", { eventTypes: ["message.sent"] }, 400, "invalid_parameter"],
    ["with a URL without TLS", { url: "http://crm.example.com/" }, 400, "invalid_parameter"],
    ["with a private address", { url: "https://192.168.0.1/" }, 400, "invalid_parameter"],
    [
      "with a URL that is too long",
      { url: `https://example.com/${"x".repeat(2048)}` },
      400,
      "invalid_parameter",
    ],
    ["with a sender of somebody else", { sender: "999999" }, 403, "sender_not_authorised"],
  ])("%s is refused", async (_, wrong, status, code) => {
    expect(await add({ ...CRM, ...wrong })).toMatchObject({ status, body: { code } });
    expect((await listed()).endpoints).toEqual([]);
    expect(await lines()).toEqual([]);
  });

  it("refuses a name that is taken, whatever its capitals, and an eleventh, also of two at once", async () => {
    await add(CRM);
    expect(await add({ ...CRM, name: "crm" })).toMatchObject({
      status: 409,
      body: { error: "There is already an endpoint called crm." },
    });
    for (let number = 2; number < 10; number++) await add({ ...CRM, name: `CRM ${number}` });
    const results = await Promise.all(["one", "two"].map((name) => add({ ...CRM, name })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await listed()).endpoints).toHaveLength(10);
  });

  it("refuses to change a name into another's, and keeps its own", async () => {
    const { body } = await add(CRM);
    await add({ ...CRM, name: "Shop" });
    const as = (name: string) => ask(change, own, { json: { ...CRM, id: body.id, name } });
    expect((await as("shop")).status).toBe(409);
    expect((await as("CRM")).status).toBe(200);
  });
});

describe("another account's endpoint, and one that is not there", () => {
  test.each<[string, Handler, object]>([
    ["change", change, CRM],
    ["pause", pause, {}],
    ["resume", resume, {}],
    ["remove", remove, {}],
    ["test", sendTest, {}],
  ])("%s answers 404, and changes nothing", async (_, handler, json) => {
    const { id } = await furtherEndpoint(other.accountId);
    const before = (await listed(other)).endpoints;
    for (const which of [id, newId()])
      expect(await ask(handler, own, { json: { ...json, id: which } })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    expect((await ask(handler, own, { json: { ...json, id: "one" } })).status).toBe(400);
    expect((await listed(other)).endpoints).toEqual(before);
  });

  it("filters no deliveries and replays none", async () => {
    const { id: endpoint } = await furtherEndpoint(other.accountId);
    expect((await ask(deliveries, own, { query: { endpoint } })).status).toBe(404);
    expect((await ask(count, own, { query: { since: "2026-01-01", endpoint } })).status).toBe(404);
  });
});

it("tests an endpoint by the first of its types, paused or not, and keeps nothing of it", async () => {
  const { body } = await add({ ...CRM, url: receiver.url });
  await ask(pause, own, { json: { id: body.id } });
  const result = await ask<WebhookTestResult>(sendTest, own, { json: { id: body.id } });
  expect(result.body).toMatchObject({ ok: true, responseCode: 200, url: receiver.url, signed: false });
  const posted = JSON.parse(String(receiver.requests.at(-1)?.body));
  expect(posted).toMatchObject({ type: "optout", test: true });
  expect(optOutEvent.parse(posted)).toMatchObject({ active: true });
  expect(receiver.requests.at(-1)?.headers["x-service-test"]).toBe("true");
  expect(await db().prisma.webhookDelivery.count({ where: { accountId: own.accountId } })).toBe(0);
});

it("filters deliveries by endpoint, names it, and counts what a replay to it would send", async () => {
  const [one, two] = [
    await furtherEndpoint(own.accountId, { name: "One", eventTypes: ["optout.changed"] }),
    await furtherEndpoint(own.accountId, { name: "Two", eventTypes: ["optout.changed"] }),
  ];
  await blockByHand(db(), own.accountId, "64211234567", new Date());
  const find = async (query: Record<string, string>) =>
    (await ask<{ deliveries: DeliveryRecord[] }>(deliveries, own, { query })).body.deliveries;
  expect(await find({})).toHaveLength(2);
  const [found, ...others] = await find({ endpoint: one.id });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: "further", eventType: "optout.changed", endpointName: "One" });
  expect((await ask(read, own, { query: { id: found?.id ?? "" } })).body).toMatchObject({
    endpointName: "One",
    url: one.url,
    messageId: null,
  });
  expect((await ask(read, other, { query: { id: found?.id ?? "" } })).status).toBe(404);
  expect(await find({ kind: "inbound" })).toEqual([]);
  expect((await ask(deliveries, own, { query: { endpoint: one.id, kind: "report" } })).status).toBe(400);
  await db().prisma.webhookDelivery.updateMany({
    where: { accountId: own.accountId },
    data: { state: "failed", dueAt: null },
  });
  const replayable = async (query: Record<string, string>) =>
    (await ask(count, own, { query: { since: "2026-01-01", ...query } })).body;
  expect(await replayable({ endpoint: two.id })).toEqual({ events: 1 });
  expect(await replayable({})).toEqual({ events: 2 });
  await ask(remove, own, { json: { id: one.id } });
  const [left] = (await find({})).filter(({ id }) => id === found?.id);
  expect(left).toMatchObject({ endpointName: null, state: "failed" });
});
