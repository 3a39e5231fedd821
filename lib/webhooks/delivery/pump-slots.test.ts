import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { MAX_BEGUN_TOGETHER, MAX_FAILING, MAX_WINDOW } from "@/lib/webhooks/delivery/attempt-slots";
import type { PostResult } from "@/lib/webhooks/delivery/post";
import { SHORT_TIMEOUT_MS } from "@/lib/webhooks/delivery/pump";
import { useTestDatabase } from "@/tests/support/database/database";
import { addReports, makeEndpoints } from "@/tests/support/webhooks/webhook-endpoints";
import { type Post, webhookReceivers, workOffWebhooks } from "@/tests/support/webhooks/webhook-receivers";

useTestDatabase();
beforeEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
});

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const OK = { ok: true, statusCode: 200 };
const AT_A_TIME = MAX_BEGUN_TOGETHER.failing;
const HANGS = new Promise<never>(() => {});
const ANSWERED = { answeredAt: NOW };
const FAILS = { failingSince: NOW, answeredAt: NOW };

const at = (posts: readonly Post[], url: string) => posts.filter((post) => post.url === url).length;

/** The shortest interval between a server's ticks. */
const TICK_MS = 40;

/**
 * Starts receivers of which one answers, and returns the requests to it. The others hang unless their behaviour is
 * given.
 */
async function healthyBeside(
  events: number,
  history = {},
  others: () => Promise<never> | Partial<PostResult> = () => HANGS,
) {
  const [healthy] = await makeEndpoints(1, { events, at: NOW, history });
  if (!healthy) throw new Error("No endpoint was made.");
  const { posts, pump } = webhookReceivers(({ url }) => (url === healthy.url ? OK : others()));
  return { healthy, posts, pump: pump(), arrived: () => at(posts, healthy.url) };
}

describe("a thousand endpoints that hang", () => {
  it.each([
    ["were never tried", {}, 100],
    ["fail", FAILS, 20],
  ])("and %s have one attempt each, and none of the slots of one that answers", async (...given) => {
    const [, history, atOnce] = given;
    await makeEndpoints(1_000, { events: 3, at: NOW, history });
    const { healthy, posts, pump, arrived } = await healthyBeside(8, ANSWERED);
    expect(await pump.tick(NOW)).toEqual({ begun: atOnce + 8, nextAt: NOW, paused: 0 });
    expect(arrived()).toBe(8);
    for (let ticks = 0; ticks < 1_000 / atOnce; ticks++) await pump.tick(NOW);
    expect(posts).toHaveLength(1_000 + 8);
    for (let second = 1; second <= 9; second++) {
      await addReports([healthy.accountId], 8, later(second * 1000));
      await pump.tick(later(second * 1000));
      expect(arrived()).toBe(8 + second * 8);
      await new Promise(setImmediate);
    }
    expect(posts).toHaveLength(1_000 + 80);
  });

  it("although they answered until now, before this process came, leave one that it knows its slots", async () => {
    const { healthy, posts, pump, arrived } = await healthyBeside(1, ANSWERED);
    await pump.tick(NOW);
    await new Promise(setImmediate);
    await makeEndpoints(1_000, { events: 50, at: NOW, history: ANSWERED });
    for (let ticks = 1; ticks <= 25; ticks++) {
      await addReports([healthy.accountId], 1, later(ticks * TICK_MS));
      await pump.tick(later(ticks * TICK_MS));
      expect(arrived()).toBe(1 + ticks);
      await new Promise(setImmediate);
    }
    // All of them have been tried meanwhile.
    expect(new Set(posts.map(({ url }) => url)).size).toBe(1_001);
  });

  it("although they answered this process until now leave it its slots as soon as it has answered again", async () => {
    let hang = false;
    const { healthy, posts, pump, arrived } = await healthyBeside(1, ANSWERED, () => (hang ? HANGS : OK));
    const others = await makeEndpoints(1_000, { events: 1, at: NOW, history: ANSWERED });
    const ids = others.map(({ accountId }) => accountId);
    for (let ticks = 0; posts.length < 1_001; ticks++) {
      await pump.tick(later(ticks * TICK_MS));
      await new Promise(setImmediate);
    }
    hang = true;
    await addReports(ids, 50, later(1_000));
    let ticks = 0;
    const tick = async (events: number) => {
      await addReports([healthy.accountId], events, later(1_000 + ticks * TICK_MS));
      await pump.tick(later(1_000 + ticks++ * TICK_MS));
      await new Promise(setImmediate);
    };
    await tick(1);
    while (arrived() < 1 + 1) await tick(0);
    expect(ticks).toBeLessThanOrEqual(1_001 / (MAX_BEGUN_TOGETHER.prompt / 2) + 1);
    // The pump now knows it as the endpoint that answered last.
    for (let events = 1; events <= 25; events++) {
      await tick(1);
      expect(arrived()).toBe(1 + 1 + events);
    }
  });

  it("leave a new endpoint a slot for its first event, too", async () => {
    await makeEndpoints(1_000, { events: 3, at: NOW });
    const { arrived, pump } = await healthyBeside(30);
    for (let ticks = 0; ticks < 11 && arrived() < 1; ticks++) await pump.tick(NOW);
    await workOff(pump, arrived, 30);
  });
});

/** Runs several ticks in a row at the same instant. */
async function workOff(
  pump: { tick(now: Date): Promise<unknown> },
  count: () => number,
  wanted: number,
): Promise<void> {
  for (let ticks = 0; ticks < 6; ticks++) {
    await new Promise(setImmediate);
    await pump.tick(NOW);
  }
  expect(count()).toBe(wanted);
}

describe("an endpoint", () => {
  it("that answers promptly has 8 attempts at once, then more and more, to 256", async () => {
    const [endpoint] = await makeEndpoints(1, { events: 300, at: NOW, history: ANSWERED });
    let hangs = false;
    const { posts, pump } = webhookReceivers(() => (hangs ? HANGS : OK));
    const own = pump();
    await own.tick(NOW);
    expect(posts).toHaveLength(8);
    await workOffWebhooks(own, NOW);
    expect(at(posts, endpoint?.url ?? "")).toBe(300);
    hangs = true;
    await addReports([endpoint?.accountId ?? 0], 300, NOW);
    for (let ticks = 0; ticks < 4; ticks++) await own.tick(NOW);
    expect(posts).toHaveLength(300 + MAX_WINDOW);
  });

  it("that was never tried has one, and nine when it has answered that", async () => {
    await makeEndpoints(1, { events: 20, at: NOW });
    const { posts, pump } = webhookReceivers(() => OK);
    const own = pump();
    await own.tick(NOW);
    expect(posts).toHaveLength(1);
    await new Promise(setImmediate);
    await own.tick(NOW);
    expect(posts).toHaveLength(1 + 9);
  });

  it("that has failed has one, and those that answer at all have the turn before those that time out", async () => {
    const dead = await makeEndpoints(MAX_FAILING, {
      events: 1,
      at: NOW,
      history: { ...FAILS, timedOut: true },
    });
    const refusing = await makeEndpoints(200, { events: 5, at: NOW, history: FAILS });
    const { posts, pump } = webhookReceivers(() => HANGS);
    const own = pump();
    for (let ticks = 0; ticks < 200 / AT_A_TIME; ticks++) await own.tick(NOW);
    for (const { url } of refusing) expect(at(posts, url)).toBe(1);
    for (let ticks = 0; ticks < MAX_FAILING / AT_A_TIME; ticks++) await own.tick(NOW);
    expect(posts).toHaveLength(MAX_FAILING);
    expect(dead.filter(({ url }) => at(posts, url) === 1)).toHaveLength(MAX_FAILING - 200);
  });
});

describe("what has just timed out", () => {
  const TIMED_OUT = { ...FAILS, timedOut: true };

  it("has three seconds while failing endpoints are short of slots, and then the whole time again", async () => {
    const [slow] = await makeEndpoints(1, { events: 1, at: NOW, history: TIMED_OUT });
    const { posts, pump } = webhookReceivers(({ url, timeoutMs }) =>
      url !== slow?.url ? HANGS : timeoutMs === undefined ? OK : { timedOut: true, durationMs: timeoutMs },
    );
    const own = pump();
    // Beside a few others it has its whole time.
    await makeEndpoints(MAX_FAILING / 2 + 1, { events: 1, at: later(1), history: FAILS });
    await own.tick(later(0));
    await new Promise(setImmediate);
    for (let ticks = 0; ticks < MAX_FAILING / 2 / AT_A_TIME + 1; ticks++) await own.tick(later(1));
    const where = { accountId: slow?.accountId ?? 0 };
    await db().prisma.webhookDelivery.updateMany({ where, data: { state: "pending", dueAt: later(2) } });
    await db().prisma.webhookEndpoint.updateMany({ where, data: TIMED_OUT });
    await own.tick(later(2));
    await new Promise(setImmediate);
    await own.tick(later(3));
    const again = await db().prisma.webhookDelivery.findFirst({ where });
    expect(again).toMatchObject({ state: "pending", cutShort: true });
    await own.tick(again?.dueAt as Date);
    await new Promise(setImmediate);
    await own.tick(again?.dueAt as Date);
    const times = posts.filter(({ url }) => url === slow?.url).map(({ timeoutMs }) => timeoutMs);
    expect(times).toEqual([undefined, SHORT_TIMEOUT_MS, undefined]);
    expect(await db().prisma.webhookDelivery.findFirst({ where })).toMatchObject({
      state: "delivered",
      cutShort: false,
    });
    expect(await db().prisma.webhookEndpoint.findFirst({ where })).toMatchObject({
      failingSince: null,
      timedOut: false,
    });
  });

  it("is known to have by whoever tries it next", async () => {
    const [dead] = await makeEndpoints(1, { events: 1, at: NOW });
    const { pump } = webhookReceivers(() => ({ timedOut: true, durationMs: 10_000 }));
    await workOffWebhooks(pump(), NOW);
    expect(
      await db().prisma.webhookEndpoint.findFirst({ where: { accountId: dead?.accountId ?? 0 } }),
    ).toMatchObject({ failingSince: later(10_000), timedOut: true, answeredAt: null });
  });
});
