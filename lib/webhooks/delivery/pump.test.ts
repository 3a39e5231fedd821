import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { PAUSE_AFTER_MS } from "@/lib/webhooks/delivery/ended-attempts";
import type { PostResult } from "@/lib/webhooks/delivery/post";
import { DELIVERY_LEASE_MS } from "@/lib/webhooks/delivery/pump";
import { sendStranded } from "@/lib/webhooks/register";
import { replaySince, resendDelivery } from "@/lib/webhooks/replay";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook, resumeEndpoint } from "@/tests/support/webhooks/register-webhook";
import {
  type Post,
  WEBHOOK_AUTH_SECRET,
  webhookReceivers,
  workOffWebhooks,
} from "@/tests/support/webhooks/webhook-receivers";

useTestDatabase();
beforeEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
});

const NOW = new Date("2026-11-20T23:00:00Z");
const OK: Partial<PostResult> = { ok: true, statusCode: 200 };
const DOWN: Partial<PostResult> = { ok: false, statusCode: 500, responseBody: "down" };

function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

/** Creates an account with its own URL for reports, and waiting reports. */
async function account(events: number, at: Date = NOW): Promise<{ accountId: number; url: string }> {
  const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
  const url = `https://receiver${accountId}.example.com/hook`;
  await registerWebhook(db(), { accountId, kinds: ["report"], url }, at);
  await addEvents(accountId, events, at);
  return { accountId, url };
}

/** Adds reports: blocked messages have one at once. */
async function addEvents(accountId: number, events: number, at: Date): Promise<void> {
  if (events === 0) return;
  const items = Array.from({ length: events }, () => testItem({ invalidNumber: true }));
  await accept(db(), [testSubmission(accountId, { items, customerMessageId: "order-1" })], at, () => "");
}

function deliveriesOf(accountId: number) {
  return db().prisma.webhookDelivery.findMany({ where: { accountId }, orderBy: { id: "asc" } });
}

describe("a delivery", () => {
  it("carries the event's bytes, the delivery's id and no signature without a secret", async () => {
    const { accountId, url } = await account(1);
    const { posts, pump } = webhookReceivers(() => OK);
    await workOffWebhooks(pump(), NOW);
    const [delivery] = await deliveriesOf(accountId);
    expect(posts).toEqual([{ url, body: delivery?.body, headers: { "X-Service-Delivery": delivery?.id } }]);
    expect(JSON.parse(posts[0]?.body ?? "")).toEqual({
      type: "dlr",
      messageId: delivery?.messageId,
      gatewayMessageId: delivery?.messageId,
      status: "BLOCKED",
      statusCode: -1,
      timestamp: NOW.getTime() / 1000,
      details: { smsc: "gateway", smscid: "" },
      customerMessageId: "order-1",
      blockedReason: "invalid_number",
    });
    expect(delivery).toMatchObject({
      state: "delivered",
      dueAt: null,
      attempts: 1,
      attemptedUrl: url,
      responseCode: 200,
      durationMs: 10,
    });
    await workOffWebhooks(pump(), later(1e9));
    expect(posts).toHaveLength(1);
  });

  it("is tried again by the schedule, the same bytes with a fresh signature, until it arrives", async () => {
    const { accountId } = await account(1);
    const secret = (await rollSigningSecret(db(), accountId, WEBHOOK_AUTH_SECRET, NOW)) as string;
    const answers = [DOWN, { ok: false, error: "The connection was refused." }, OK];
    const { posts, pump } = webhookReceivers(() => answers[posts.length - 1] ?? OK);
    await workOffWebhooks(pump(), NOW);
    expect((await deliveriesOf(accountId))[0]).toMatchObject({
      state: "pending",
      dueAt: later(5_010),
      responseCode: 500,
      responseBody: "down",
    });
    await workOffWebhooks(pump(), later(5_009));
    expect(posts).toHaveLength(1);
    await workOffWebhooks(pump(), later(5_010));
    expect((await deliveriesOf(accountId))[0]).toMatchObject({
      error: "The connection was refused.",
      responseCode: null,
    });
    await workOffWebhooks(pump(), later(5_020 + 300_000));
    expect((await deliveriesOf(accountId))[0]).toMatchObject({
      state: "delivered",
      attempts: 3,
      error: null,
    });
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    const stamps = posts.map(({ headers }) => headers["X-Service-Timestamp"]);
    expect(new Set(stamps).size).toBe(3);
    for (const { body, headers } of posts) {
      const at = Number(headers["X-Service-Timestamp"]) * 1000;
      const given = { timestamp: String(at / 1000), signature: headers["X-Service-Signature"] ?? null };
      expect(verifyWebhook(body, given, secret, at)).toBe(true);
    }
  });

  it("has a signature by every secret that was rolled within a day", async () => {
    const { accountId } = await account(0);
    const roll = async (at: Date) =>
      (await rollSigningSecret(db(), accountId, WEBHOOK_AUTH_SECRET, at)) as string;
    const [oldest, old, fresh] = [await roll(NOW), await roll(NOW), await roll(later(1000))];
    const { posts, pump } = webhookReceivers(() => OK);
    const verdicts = async (at: Date) => {
      await addEvents(accountId, 1, at);
      await workOffWebhooks(pump(), at);
      const { body, headers } = posts.at(-1) as Post;
      const given = {
        timestamp: headers["X-Service-Timestamp"] ?? null,
        signature: headers["X-Service-Signature"] ?? null,
      };
      return [fresh, old, oldest].map((secret) => verifyWebhook(body, given, secret, at.getTime()));
    };
    expect(await verdicts(later(86_399_000))).toEqual([true, true, true]);
    expect(await verdicts(later(86_400_000))).toEqual([true, true, false]);
    expect(await verdicts(later(86_401_000))).toEqual([true, false, false]);
  });

  it("ends with a 410, and after the last attempt", async () => {
    const gone = await account(1);
    await workOffWebhooks(webhookReceivers(() => ({ ok: false, gone: true, statusCode: 410 })).pump(), NOW);
    expect((await deliveriesOf(gone.accountId))[0]).toMatchObject({
      state: "failed",
      dueAt: null,
      attempts: 1,
    });

    const { accountId } = await account(1);
    const { posts, pump } = webhookReceivers(() => DOWN);
    for (let attempt = 1; attempt <= 10; attempt++) {
      const [delivery] = await deliveriesOf(accountId);
      await workOffWebhooks(pump(), delivery?.dueAt as Date);
    }
    expect(posts).toHaveLength(10);
    expect((await deliveriesOf(accountId))[0]).toMatchObject({ state: "failed", dueAt: null, attempts: 10 });
  });

  it("is made again by another worker when the first dies, and not recorded twice", async () => {
    const { accountId } = await account(1);
    let answer: (result: Partial<PostResult>) => void = () => {};
    const slow = webhookReceivers(() => new Promise((resolve) => (answer = resolve)));
    const first = slow.pump();
    await first.tick(NOW);
    const second = webhookReceivers(() => OK);
    await workOffWebhooks(second.pump(), later(DELIVERY_LEASE_MS - 1));
    expect(second.posts).toHaveLength(0);
    await workOffWebhooks(second.pump(), later(DELIVERY_LEASE_MS));
    expect(second.posts).toHaveLength(1);
    answer(DOWN);
    await new Promise(setImmediate);
    await first.tick(later(DELIVERY_LEASE_MS));
    expect((await deliveriesOf(accountId))[0]).toMatchObject({ state: "delivered", attempts: 2 });
  });
});

describe("an endpoint that has only failed for five days", () => {
  it("is paused and its events kept, until it is resumed", async () => {
    const { accountId } = await account(1);
    const { posts, pump } = webhookReceivers(() => (posts.length <= 3 ? DOWN : OK));
    await workOffWebhooks(pump(), NOW);
    const endpoint = () => db().prisma.webhookEndpoint.findFirstOrThrow({ where: { accountId } });
    expect(await endpoint()).toMatchObject({ failingSince: later(10), pausedAt: null });

    await workOffWebhooks(pump(), later(5_010));
    await addEvents(accountId, 1, later(PAUSE_AFTER_MS + 1000));
    await workOffWebhooks(pump(), later(PAUSE_AFTER_MS + 1000));
    expect((await endpoint()).pausedAt).toEqual(later(PAUSE_AFTER_MS + 1000));
    const sent = posts.length;
    await addEvents(accountId, 2, later(PAUSE_AFTER_MS + 2000));
    await workOffWebhooks(pump(), later(2 * PAUSE_AFTER_MS));
    expect(posts).toHaveLength(sent);
    expect(
      (await deliveriesOf(accountId)).filter(({ state, dueAt }) => state === "pending" && !dueAt).length,
    ).toBeGreaterThan(2);

    await sendStranded(db(), later(2 * PAUSE_AFTER_MS));
    await workOffWebhooks(pump(), later(2 * PAUSE_AFTER_MS));
    expect(posts).toHaveLength(sent);
    await resumeEndpoint(db(), accountId, "report", later(2 * PAUSE_AFTER_MS));
    await expect(resumeEndpoint(db(), accountId, "report", later(2 * PAUSE_AFTER_MS))).rejects.toMatchObject({
      code: "conflict",
    });
    await workOffWebhooks(pump(), later(2 * PAUSE_AFTER_MS));
    await workOffWebhooks(pump(), later(2 * PAUSE_AFTER_MS + 1));
    expect(new Set((await deliveriesOf(accountId)).map(({ state }) => state))).toEqual(
      new Set(["delivered"]),
    );
    expect(await endpoint()).toMatchObject({ failingSince: null, pausedAt: null });
  });
});

describe("an event written while its endpoint was being resumed", () => {
  it("is found by the sweep", async () => {
    const { accountId } = await account(1);
    await db().prisma.webhookDelivery.updateMany({ where: { accountId }, data: { dueAt: null } });
    await sendStranded(db(), later(60_000));
    expect((await deliveriesOf(accountId))[0]?.dueAt).toEqual(later(60_000));
  });
});

it("is found within a second, though the database's clock was set back by an hour", async () => {
  const { accountId } = await account(0);
  const own = webhookReceivers(() => OK).pump();
  await own.run(later(3_600_000));
  // The events come from a server that cannot wake this one.
  await addEvents(accountId, 1, NOW);
  await own.run(later(1_000));
  await new Promise(setImmediate);
  await own.run(later(1_020));
  expect(await deliveriesOf(accountId)).toMatchObject([{ state: "delivered" }]);
});

describe("by hand", () => {
  it("one delivery is sent again, and all that did not arrive since a time, of this account only", async () => {
    const [own, other] = [await account(2), await account(1)];
    const { posts, pump } = webhookReceivers(({ headers }) =>
      headers["X-Service-Delivery"] === failing ? { ok: false, gone: true } : OK,
    );
    const [first, second] = await deliveriesOf(own.accountId);
    const failing = second?.id;
    await workOffWebhooks(pump(), NOW);
    posts.length = 0;
    expect(await resendDelivery(db(), other.accountId, first?.id as string, NOW)).toBe(false);
    expect(await resendDelivery(db(), own.accountId, first?.id as string, NOW)).toBe(true);
    await workOffWebhooks(pump(), NOW);
    expect(posts.map(({ headers }) => headers["X-Service-Delivery"])).toEqual([first?.id]);

    posts.length = 0;
    expect(await replaySince(db(), { accountId: own.accountId, since: later(1), all: false }, NOW)).toBe(0);
    expect(await replaySince(db(), { accountId: own.accountId, since: NOW, all: false }, NOW)).toBe(1);
    await workOffWebhooks(pump(), NOW);
    expect(posts.map(({ headers }) => headers["X-Service-Delivery"])).toEqual([failing]);
    posts.length = 0;
    expect(await replaySince(db(), { accountId: own.accountId, since: NOW, all: true }, NOW)).toBe(2);
    await workOffWebhooks(pump(), NOW);
    expect(posts).toHaveLength(2);
  });
});
