import { beforeAll, describe, expect, it, test } from "vitest";
import {
  countReplay,
  type DeliveriesPage,
  type DeliveryDetails,
  listDeliveries,
  readDelivery,
} from "@/lib/contracts/members/webhooks";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { useTestDatabase } from "@/tests/support/database/database";
import { listen, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { woken } from "@/tests/support/server/woken";
import { event } from "@/tests/support/webhooks/webhook-event";

const { GET: list } = handlersOf("/api/members/webhooks/deliveries");
const { POST: resend } = handlersOf("/api/members/webhooks/delivery/resend");
const { GET: read } = handlersOf("/api/members/webhooks/delivery");
const { POST: remove } = handlersOf("/api/members/webhooks/remove");
const { GET: count, POST: replay } = handlersOf("/api/members/webhooks/replay");
const { POST: roll } = handlersOf("/api/members/webhooks/secret");

useTestDatabase();

// 12:00 in New Zealand, daylight time.
const NOON = new Date("2026-11-20T23:00:00Z");
const minutes = (after: number) => new Date(NOON.getTime() + after * 60_000);

let account: TestAccount;
let other: TestAccount;
/** Delivered reply; failed report without a response; failed reply with 404; waiting; kept. Oldest first. */
let ids: string[];
beforeAll(async () => {
  account = await testAccount();
  other = await testAccount();
  for (const { accountId } of [account, other]) await listen(accountId);
  const { accountId } = account;
  const attemptedAt = NOON;
  ids = [
    await event(accountId, { state: "delivered", createdAt: NOON, attemptedAt, responseCode: 204 }),
    await event(accountId, { kind: "report", state: "failed", createdAt: minutes(1), attemptedAt }),
    await event(accountId, { state: "failed", createdAt: minutes(2), attemptedAt, responseCode: 404 }),
    await event(accountId, { dueAt: minutes(600), createdAt: minutes(3), attemptedAt, responseCode: 500 }),
    await event(accountId, { createdAt: minutes(4) }),
  ];
  await event(other.accountId, { createdAt: NOON });
});

async function find(query: Record<string, string>, from = account) {
  const { status, body } = await ask<DeliveriesPage>(list, from, { query });
  expect(status).toBe(200);
  expect(body).toEqual(listDeliveries.response.parse(body));
  return body;
}

describe("the list of deliveries", () => {
  test.each([
    [{}, [4, 3, 2, 1, 0]],
    [{ kind: "report" }, [1]],
    [{ state: "failed" }, [2, 1]],
    [{ state: "pending" }, [3]],
    [{ state: "kept" }, [4]],
    [{ code: "404" }, [2]],
    [{ code: "4xx" }, [2]],
    [{ code: "none" }, [1]],
    [{ kind: "inbound", state: "failed", code: "5xx" }, []],
    [{ from: "2026-11-21 12:02:00", to: "2026-11-21 12:03:00" }, [3, 2]],
    [{ to: "2026-11-20" }, []],
  ])("asked for %j", async (query: Record<string, string>, expected) => {
    const { deliveries, total } = await find(query);
    expect(deliveries.map(({ id }) => id)).toEqual(expected.map((index) => ids[index]));
    expect(total).toEqual({ count: expected.length, isMore: false });
  });

  it("says how many there are, of the first thousand that an index finds", async () => {
    const busy = await testAccount();
    const message = await sentMessage(busy.accountId, "64211234567", NOON);
    await db().query(sql`
      insert into webhook_deliveries (id, account_id, kind, message_id, body, created_at, state)
      select gen_random_uuid(), ${busy.accountId}, 'report', ${message}::uuid, '{}', ${NOON}::timestamptz - n * interval '1 second',
        (case when n = 1001 then 'failed' else 'delivered' end)::delivery_state
      from generate_series(1, 1001) n`);
    expect((await find({}, busy)).total).toEqual({ count: 1_000, isMore: true });
    expect((await find({ state: "failed" }, busy)).total).toEqual({ count: 1, isMore: false });
    expect((await find({ code: "404" }, busy)).total).toEqual({ count: 0, isMore: true });
    expect((await find({ to: "2026-11-21 11:59:59" }, busy)).total).toEqual({ count: 1_000, isMore: true });
    expect((await find({ to: "2026-11-21 11:59:58" }, busy)).total).toEqual({ count: 1_000, isMore: false });
  });

  it("says in which state each is, and when it is tried again", async () => {
    const { deliveries } = await find({});
    expect(deliveries.map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual([
      ["kept", null],
      ["pending", "2026-11-21 22:00:00"],
      ["failed", null],
      ["failed", null],
      ["delivered", null],
    ]);
  });

  it("is paged both ways", async () => {
    const first = await find({ limit: "2" });
    expect(first).toMatchObject({ newer: null, deliveries: [{ id: ids[4] }, { id: ids[3] }] });
    const second = await find({ limit: "2", before: first.older ?? "" });
    expect(second.deliveries.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const last = await find({ limit: "2", before: second.older ?? "" });
    expect(last).toMatchObject({ older: null, deliveries: [{ id: ids[0] }] });
    expect(await find({ limit: "2", after: last.newer ?? "" })).toEqual(second);
  });

  test.each([{ kind: "both" }, { state: "sent" }, { code: "600" }, { code: "40" }, { from: "yesterday" }])(
    "is not asked for with %j",
    async (query: Record<string, string>) => {
      expect(await ask(list, account, { query })).toMatchObject({ status: 400 });
    },
  );

  it("holds nobody else's", async () => {
    expect((await find({}, other)).deliveries).toHaveLength(1);
    expect((await find({}, await testAccount())).deliveries).toEqual([]);
  });
});

describe("one delivery", () => {
  it("is shown with the request as it would be sent, and never the secret", async () => {
    const own = await testAccount();
    await listen(own.accountId);
    const id = await event(own.accountId, { dueAt: NOON });
    const unsigned = await ask<DeliveryDetails>(read, own, { query: { id } });
    expect(unsigned.body).toEqual(readDelivery.response.parse(unsigned.body));
    expect(unsigned.body).toMatchObject({ id, url: "https://receiver.example.com/in", mostAttempts: 10 });
    expect(unsigned.text).not.toContain("X-Service-Signature");
    const { secret } = (await ask<{ secret: string }>(roll, own, { json: {} })).body;
    const { body, text } = await ask<DeliveryDetails>(read, own, { query: { id } });
    expect(text).not.toContain(secret);
    const header = (wanted: string) => body.headers.find(({ name }) => name === wanted)?.value ?? "";
    const signed = { timestamp: header("X-Service-Timestamp"), signature: header("X-Service-Signature") };
    expect(verifyWebhook(body.body, signed, secret, Date.now())).toBe(true);
    expect(header("X-Service-Delivery")).toBe(id);
  });

  it("is sent again on demand", async () => {
    const id = ids[0] as string;
    woken.length = 0;
    expect(await ask(resend, account, { json: { id } })).toMatchObject({ status: 200 });
    expect(woken).toEqual(["webhooks"]);
    const row = await db().prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ state: "pending", attempts: 0, dueAt: expect.any(Date) });
    await db().prisma.webhookDelivery.update({ where: { id }, data: { state: "delivered", dueAt: null } });
  });

  it("is not sent to a webhook that is gone or paused", async () => {
    const report = { json: { id: ids[1] as string } };
    expect(await ask(resend, account, report)).toMatchObject({ status: 409, body: { code: "conflict" } });
    const own = await testAccount();
    await listen(own.accountId, NOON);
    const id = await event(own.accountId, {});
    expect(await ask(resend, own, { json: { id } })).toMatchObject({ status: 409 });
  });

  test.each([["nonsense"], [newId()]])("is not found by %s", async (id) => {
    expect(await ask(read, account, { query: { id } })).toMatchObject({ status: 404 });
    expect(await ask(resend, account, { json: { id } })).toMatchObject({ status: 404 });
  });

  it("is nobody else's to see or to send", async () => {
    const id = ids[0] as string;
    expect(await ask(read, other, { query: { id } })).toMatchObject({ status: 404 });
    expect(await ask(resend, other, { json: { id } })).toMatchObject({ status: 404 });
    const row = await db().prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
    expect(row.state).toBe("delivered");
  });
});

describe("a replay", () => {
  const since = "2026-11-21 12:00:00";

  async function eventsOf(own: TestAccount) {
    await listen(own.accountId);
    const { accountId } = own;
    await event(accountId, { state: "delivered", createdAt: minutes(1) });
    await event(accountId, { state: "failed", createdAt: minutes(2) });
    await event(accountId, { state: "failed", createdAt: minutes(-1) });
    // The account has no webhook for reports.
    await event(accountId, { kind: "report", state: "failed", createdAt: minutes(3) });
  }

  it("sends what did not arrive again, as many as was said, or everything", async () => {
    const [own, stranger] = [await testAccount(), await testAccount()];
    await eventsOf(own);
    await eventsOf(stranger);
    for (const all of ["false", "true"]) {
      const counted = await ask<{ events: number }>(count, own, { query: { since, all } });
      expect(counted.body).toEqual(countReplay.response.parse(counted.body));
      const replayed = await ask(replay, own, { json: { since, all } });
      expect(replayed).toMatchObject({ body: { success: true, replayed: counted.body.events } });
      expect(counted.body.events).toBe(1);
    }
    const due = await db().prisma.webhookDelivery.findMany({ where: { dueAt: { not: null } } });
    const accounts = new Set(due.map(({ accountId }) => accountId));
    expect(accounts.has(stranger.accountId)).toBe(false);
    expect(due.filter(({ accountId }) => accountId === own.accountId)).toHaveLength(2);
  });

  it("has nothing to send where the webhook is gone", async () => {
    const own = await testAccount();
    await eventsOf(own);
    await ask(remove, own, { json: { kind: "inbound" } });
    expect(await ask(replay, own, { json: { since, all: true } })).toMatchObject({ body: { replayed: 0 } });
  });

  it("leaves out webhooks that are paused, and is refused for one of these alone", async () => {
    const own = await testAccount();
    const { accountId } = own;
    await listen(accountId, NOON);
    const given = [
      await event(accountId, { state: "delivered", createdAt: minutes(1) }),
      await event(accountId, { createdAt: minutes(2) }),
    ];
    const asked = { since, all: "true" };
    expect(await ask(count, own, { query: asked })).toMatchObject({ body: { events: 0 } });
    expect(await ask(replay, own, { json: asked })).toMatchObject({ body: { replayed: 0 } });
    const refused = { status: 409, body: { code: "conflict" } };
    expect(await ask(count, own, { query: { ...asked, kind: "inbound" } })).toMatchObject(refused);
    expect(await ask(replay, own, { json: { ...asked, kind: "inbound" } })).toMatchObject(refused);
    const rows = await db().prisma.webhookDelivery.findMany({
      where: { id: { in: given } },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      { state: "delivered", dueAt: null },
      { state: "pending", dueAt: null },
    ]);
  });

  test.each([[{}], [{ since: "soon" }]])("needs a time: %j", async (json) => {
    expect(await ask(replay, account, { json })).toMatchObject({ status: 400 });
  });
});

test.each([
  ["the list", list, undefined],
  ["a delivery", read, undefined],
  ["to resend", resend, {}],
  ["the count of a replay", count, undefined],
  ["to replay", replay, {}],
] as const)("%s is for who is signed in", async (_, handler, json) => {
  const headers = { "sec-fetch-site": "same-origin" };
  const called = await call(handler, json ? { json, headers } : { method: "GET", headers });
  expect(called).toMatchObject({ status: 401 });
});
