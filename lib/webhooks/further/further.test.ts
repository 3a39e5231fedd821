import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { receive } from "@/lib/inbound/receive";
import { accept } from "@/lib/messages/accept/accept";
import { report } from "@/lib/messages/dispatch/report";
import { PAUSE_AFTER_MS } from "@/lib/webhooks/delivery/ended-attempts";
import type { PostResult } from "@/lib/webhooks/delivery/post";
import { DELIVERY_LEASE_MS } from "@/lib/webhooks/delivery/pump";
import { changeEndpoint, pauseEndpoint } from "@/lib/webhooks/further/change-endpoints";
import { readFurther } from "@/lib/webhooks/further/read-further";
import { resumeWebhook } from "@/lib/webhooks/register";
import { REMOVED, removeWebhook } from "@/lib/webhooks/remove";
import { replaySince } from "@/lib/webhooks/replay";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";
import { webhookReceivers, workOffWebhooks } from "@/tests/support/webhooks/webhook-receivers";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const OK: Partial<PostResult> = { ok: true, statusCode: 200 };
const DOWN: Partial<PostResult> = { ok: false, statusCode: 500 };

let accountId: number;
beforeAll(async () => {
  await db().prisma.shortcode.create({ data: { number: "4141" } });
});
beforeEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
  ({ accountId } = await testAccount({ balanceMicros: 1_000_000_000n }));
});

function eventsOf(key: { number: number; kind?: string }) {
  return db().query<{
    type: string | null;
    body: string;
    state: string;
    dueAt: Date | null;
    error: string | null;
  }>(sql`
    select event_type::text as type, body, state::text as state, due_at as "dueAt", error from webhook_deliveries
    where account_id = ${accountId} and number = ${key.number}
      and kind = ${key.kind ?? "further"}::webhook_kind order by created_at, body`);
}

async function receiveText(body: string, at = NOW): Promise<string> {
  const from = newMobile();
  await sentMessage(accountId, from, NOW);
  await receive(db(), "test", [carrierInbound({ from, body })], at);
  return from;
}

/** Creates a message with a report of each code. */
async function reported(codes: readonly number[]): Promise<void> {
  const id = await sentMessage(accountId, newMobile(), NOW);
  for (const [place, code] of codes.entries())
    await report(
      db(),
      "test",
      [{ reference: id, key: `${place}`, code, reportedAt: later(place * 1000) }],
      NOW,
    );
}

describe("event types", () => {
  it("give each endpoint what it asked for, with the bodies of the two", async () => {
    await registerWebhook(
      db(),
      { accountId, kinds: ["inbound", "report"], url: "https://two.example.com" },
      NOW,
    );
    const inbound = await furtherEndpoint(accountId);
    const all = await furtherEndpoint(accountId, { eventTypes: ["message.report"] });
    const final = await furtherEndpoint(accountId, { eventTypes: ["message.report.final"] });
    const both = await furtherEndpoint(accountId, { eventTypes: ["message.report", "message.report.final"] });
    const optouts = await furtherEndpoint(accountId, { eventTypes: ["optout.changed"] });
    await receiveText("Kia ora");
    await reported([8, 1]);

    const two = {
      inbound: await eventsOf({ number: 0, kind: "inbound" }),
      report: await eventsOf({ number: 0, kind: "report" }),
    };
    expect(two.inbound).toMatchObject([{ type: null }]);
    expect(two.report).toMatchObject([{ type: null }, { type: null }]);
    const bodies = (rows: { body: string }[]) => rows.map(({ body }) => body);
    const typed = async ({ key }: typeof all) => (await eventsOf(key)).map(({ type, body }) => [type, body]);
    expect(await typed(inbound)).toEqual(bodies(two.inbound).map((body) => ["message.inbound", body]));
    expect(await typed(all)).toEqual(bodies(two.report).map((body) => ["message.report", body]));
    expect(await typed(both)).toEqual(bodies(two.report).map((body) => ["message.report", body]));
    expect(await typed(final)).toEqual([["message.report.final", bodies(two.report)[1]]]);
    expect(await typed(optouts)).toEqual([]);
  });

  it("need no endpoint of the two, and tell of what is blocked as it is accepted", async () => {
    const final = await furtherEndpoint(accountId, { eventTypes: ["message.report.final"] });
    const items = [testItem({ invalidNumber: true })];
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    expect(await eventsOf(final.key)).toMatchObject([{ type: "message.report.final", dueAt: NOW }]);
  });

  it("tell of one sender's messages alone, where the endpoint has one", async () => {
    const own = await furtherEndpoint(accountId, {
      eventTypes: ["message.inbound", "message.report"],
      sender: "552",
    });
    const others = await furtherEndpoint(accountId, {
      eventTypes: ["message.inbound", "message.report"],
      sender: "4141",
    });
    await receiveText("Kia ora");
    await reported([1]);
    expect(await eventsOf(own.key)).toHaveLength(2);
    expect(await eventsOf(others.key)).toEqual([]);
  });

  it("are an account's own", async () => {
    const stranger = await testAccount();
    const theirs = await furtherEndpoint(stranger.accountId);
    await receiveText("Kia ora");
    expect(await db().prisma.webhookDelivery.count({ where: { number: theirs.key.number } })).toBe(0);
  });
});

describe("deliveries to several endpoints", () => {
  it("succeed and fail apart: what arrived at one is not sent there again", async () => {
    const [good, bad] = [await furtherEndpoint(accountId), await furtherEndpoint(accountId)];
    await receiveText("Kia ora");
    const { posts, pump } = webhookReceivers(({ url }) => (url === bad.url ? DOWN : OK));
    const sending = pump();
    await workOffWebhooks(sending, NOW);
    await workOffWebhooks(sending, later(6_000));
    expect(posts.filter(({ url }) => url === good.url)).toHaveLength(1);
    expect(posts.filter(({ url }) => url === bad.url)).toHaveLength(2);
    const { endpoints } = await readFurther(db(), accountId);
    expect(endpoints).toMatchObject([
      { id: good.id, failingSince: null, answeredAt: expect.any(String), waiting: 0 },
      { id: bad.id, failingSince: expect.any(String), answeredAt: null, waiting: 1 },
    ]);
  });

  it("are each made once by two servers, and by another when one dies with them", async () => {
    const made = [await furtherEndpoint(accountId), await furtherEndpoint(accountId)];
    for (let event = 0; event < 3; event++) await receiveText("Kia ora");
    const dead = webhookReceivers(() => new Promise<never>(() => {}));
    await dead.pump().tick(NOW);
    // An untried endpoint has one attempt at a time.
    expect(new Set(dead.posts.map(({ url }) => url))).toEqual(new Set(made.map(({ url }) => url)));
    const { posts, pump } = webhookReceivers(() => OK);
    const [one, two] = [pump(), pump()];
    for (const after of [0, 1, 2, 3, DELIVERY_LEASE_MS, DELIVERY_LEASE_MS + 1, DELIVERY_LEASE_MS + 2])
      await Promise.all([workOffWebhooks(one, later(after)), workOffWebhooks(two, later(after))]);
    const ids = posts.map(({ headers }) => headers["X-Service-Delivery"]);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
    for (const { key } of made)
      expect((await eventsOf(key)).map(({ state }) => state)).toEqual([
        "delivered",
        "delivered",
        "delivered",
      ]);
  });

  it("pause the endpoint that has only failed for five days, tell by its name, and leave the others alone", async () => {
    const [good, bad] = [
      await furtherEndpoint(accountId, { name: "Good" }),
      await furtherEndpoint(accountId, { name: "CRM" }),
    ];
    await db().prisma.webhookEndpoint.updateMany({
      where: bad.key,
      data: { failingSince: later(-PAUSE_AFTER_MS) },
    });
    await receiveText("Kia ora");
    await workOffWebhooks(webhookReceivers(({ url }) => (url === bad.url ? DOWN : OK)).pump(), NOW);
    const { endpoints } = await readFurther(db(), accountId);
    expect(endpoints.map(({ id, pausedAt, pausedByHand }) => [id, pausedAt !== null, pausedByHand])).toEqual([
      [good.id, false, false],
      [bad.id, true, false],
    ]);
    const mails = await db().prisma.email.findMany({ where: { accountId } });
    expect(mails).toMatchObject([
      { kind: "webhook_paused", details: { kind: "further", name: "CRM", url: bad.url } },
    ]);
  });
});

describe("a pause by hand", () => {
  it("keeps events until it is resumed, whatever an attempt under way comes to", async () => {
    const { id, key } = await furtherEndpoint(accountId);
    await receiveText("One");
    let answer = (_: Partial<PostResult>) => {};
    const slow = webhookReceivers(() => new Promise<Partial<PostResult>>((resolve) => (answer = resolve)));
    const sending = slow.pump();
    await sending.tick(NOW);
    await db().transaction((tx) => pauseEndpoint(tx, accountId, id, NOW));
    await receiveText("Two", later(1));
    answer(OK);
    await workOffWebhooks(sending, later(1));
    expect(await eventsOf(key)).toMatchObject([{ state: "delivered" }, { state: "pending", dueAt: null }]);
    expect((await readFurther(db(), accountId)).endpoints).toMatchObject([
      { pausedAt: expect.any(String), pausedByHand: true, waiting: 1 },
    ]);
    await db().transaction((tx) => resumeWebhook(tx, key, later(2)));
    const { posts, pump } = webhookReceivers(() => OK);
    await workOffWebhooks(pump(), later(3));
    expect(posts.map(({ body }) => JSON.parse(body).body)).toEqual(["Two"]);
  });

  it("stays when the URL is changed; a pause by failures ends with that, and the new URL has no past", async () => {
    const [byHand, failed] = [await furtherEndpoint(accountId), await furtherEndpoint(accountId)];
    await db().transaction((tx) => pauseEndpoint(tx, accountId, byHand.id, NOW));
    await db().prisma.webhookEndpoint.updateMany({
      where: failed.key,
      data: { pausedAt: NOW, failingSince: NOW, timedOut: true, answeredAt: NOW },
    });
    await receiveText("Kia ora");
    for (const { id } of [byHand, failed]) {
      const given = {
        name: id,
        url: `https://${id}.example.com/`,
        eventTypes: ["message.inbound" as const],
        sender: null,
      };
      await db().transaction((tx) => changeEndpoint(tx, accountId, { id, ...given }, later(5)));
    }
    const row = ({ key }: typeof failed) => db().prisma.webhookEndpoint.findFirst({ where: key });
    expect(await row(byHand)).toMatchObject({ pausedAt: NOW, pausedByHand: true });
    expect(await row(failed)).toMatchObject({
      pausedAt: null,
      failingSince: null,
      timedOut: false,
      answeredAt: null,
      registeredAt: later(5),
    });
    await vi.waitFor(async () => expect(await eventsOf(failed.key)).toMatchObject([{ dueAt: later(5) }]));
    expect(await eventsOf(byHand.key)).toMatchObject([{ dueAt: null }]);
  });
});

describe("removing a further endpoint", () => {
  it("ends what waits for it alone, and one that is added then is another", async () => {
    const [gone, left] = [
      await furtherEndpoint(accountId, { name: "CRM" }),
      await furtherEndpoint(accountId),
    ];
    await receiveText("Kia ora");
    expect(await db().transaction((tx) => removeWebhook(tx, gone.key))).toBe(1);
    const again = await furtherEndpoint(accountId, { name: "CRM" });
    expect(await eventsOf(gone.key)).toMatchObject([{ state: "failed", dueAt: null, error: REMOVED }]);
    expect(await eventsOf(left.key)).toMatchObject([{ state: "pending", dueAt: NOW }]);
    expect(await eventsOf(again.key)).toEqual([]);
    const { posts, pump } = webhookReceivers(() => OK);
    await workOffWebhooks(pump(), NOW);
    expect(posts.map(({ url }) => url)).toEqual([left.url]);
  });
});

describe("a replay", () => {
  it("of one endpoint leaves the others alone", async () => {
    await registerWebhook(db(), { accountId, kinds: ["inbound"], url: "https://two.example.com" }, NOW);
    const [one, other] = [await furtherEndpoint(accountId), await furtherEndpoint(accountId)];
    await receiveText("Kia ora");
    await workOffWebhooks(webhookReceivers(() => OK).pump(), NOW);
    const replay = { accountId, since: NOW, all: true };
    expect(await replaySince(db(), { ...replay, endpoint: one.key }, later(1))).toBe(1);
    expect(await eventsOf(one.key)).toMatchObject([{ state: "pending" }]);
    expect(await eventsOf(other.key)).toMatchObject([{ state: "delivered" }]);
    const two = { kind: "inbound" as const, number: 0 };
    expect(await replaySince(db(), { ...replay, endpoint: two }, later(1))).toBe(1);
    // Events that are already due are skipped.
    expect(await replaySince(db(), replay, later(2))).toBe(1);
  });
});
