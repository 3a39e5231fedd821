import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, db, type Transaction } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { reportAndHandOver } from "@/lib/messages/dispatch/report";
import { setEventTaker } from "@/lib/webhooks/delivery/hand-over";
import type { PostResult } from "@/lib/webhooks/delivery/post";
import { DELIVERY_LEASE_MS, WebhookPump } from "@/lib/webhooks/delivery/pump";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";
import { addReports } from "@/tests/support/webhooks/webhook-endpoints";
import {
  WEBHOOK_AUTH_SECRET,
  webhookReceivers,
  workOffWebhooks,
} from "@/tests/support/webhooks/webhook-receivers";

useTestDatabase();
beforeEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
});
afterEach(() => setEventTaker(undefined));

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const OK: Partial<PostResult> = { ok: true, statusCode: 200 };
const HANGS = new Promise<never>(() => {});
const NEW_URL = "https://another-receiver.example.com/hook";
const CARRIER = "a carrier of these tests";
const DELIVERED = 1;

let made = 0;

/** Creates an account with an endpoint for reports, and messages at its carrier. */
async function account(messages: number) {
  const { accountId } = await testAccount();
  const url = `https://receiver${accountId}.example.com/hook`;
  await registerWebhook(db(), { accountId, kinds: ["report"], url }, NOW);
  const rows = Array.from({ length: messages }, () => ({ id: idOf(++made), reference: `reference-${made}` }));
  await db().prisma.message.createMany({
    data: rows.map(({ id }) => ({
      id,
      accountId,
      sendType: "sms" as const,
      messageClass: "transactional" as const,
      sender: "552",
      msisdn: "64211234567",
      body: "Hello",
      encoding: "GSM7" as const,
      parts: 1,
      status: "PENDING" as const,
      acceptedAt: NOW,
    })),
  });
  await db().prisma.carrierSubmission.createMany({
    data: rows.map(({ id, reference }) => ({
      messageId: id,
      attempt: 1,
      part: 0,
      partCount: 1,
      carrier: CARRIER,
      reference,
      submittedAt: NOW,
    })),
  });
  /** Reports these messages as delivered, as the carrier. */
  const report = (from: number, to: number, at: Date) =>
    reportAndHandOver(
      db(),
      CARRIER,
      rows.slice(from, to).map(({ reference }) => ({
        reference,
        key: reference,
        code: DELIVERED,
        reportedAt: at,
      })),
      at,
    );
  return { accountId, url, report };
}

type Report = Awaited<ReturnType<typeof account>>["report"];

/** Hands events to a pump, and delivers a first event by a claim: its endpoint is then prompt. */
async function answerFirst(own: WebhookPump, report: Report): Promise<void> {
  setEventTaker(own);
  await report(0, 1, NOW);
  await workOffWebhooks(own, NOW);
  await own.tick(NOW);
}

function idOf(number: number): string {
  return `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

const deliveriesOf = (accountId: number) =>
  db().prisma.webhookDelivery.findMany({ where: { accountId }, orderBy: { id: "asc" } });

describe("the events of reports", () => {
  it("go to an endpoint that answers without a claim, signed, and never more than it has places", async () => {
    const { accountId, url, report } = await account(30);
    const secret = (await rollSigningSecret(db(), accountId, WEBHOOK_AUTH_SECRET, NOW)) as string;
    let hangs = false;
    const { posts, pump } = webhookReceivers(() => (hangs ? HANGS : OK));
    const own = pump();
    setEventTaker(own);
    // The endpoint was never tried: its first event waits for the claim.
    await report(0, 1, NOW);
    expect(posts).toHaveLength(0);
    await workOffWebhooks(own, NOW);
    expect(posts).toHaveLength(1);
    await own.tick(later(1_000));

    hangs = true;
    await report(1, 5, later(1_000));
    expect(posts).toHaveLength(5);
    for (const { headers, body, url: to } of posts) {
      expect(to).toBe(url);
      const at = Number(headers["X-Service-Timestamp"]) * 1000;
      const given = { timestamp: String(at / 1000), signature: headers["X-Service-Signature"] ?? null };
      expect(verifyWebhook(body, given, secret, at)).toBe(true);
    }
    const rows = await deliveriesOf(accountId);
    expect(new Set(posts.map(({ headers, body }) => headers["X-Service-Delivery"] + body))).toEqual(
      new Set(rows.map(({ id, body }) => id + body)),
    );
    expect(rows.slice(1).map(({ attempts, dueAt }) => [attempts, dueAt])).toEqual(
      Array(4).fill([1, later(1_000 + DELIVERY_LEASE_MS)]),
    );

    // The endpoint is no longer prompt: new events are due, and the claim has only the rest of its places.
    await report(5, 30, later(1_001));
    expect(posts).toHaveLength(5);
    await own.tick(later(1_002));
    expect(posts).toHaveLength(1 + 9);
  });

  it("are recorded as what they came to, by whoever claims or was handed them", async () => {
    const { accountId, report } = await account(3);
    const answers = [OK, OK, { ok: false, statusCode: 500 }];
    const { posts, pump } = webhookReceivers(() => answers[posts.length - 1] ?? OK);
    const own = pump();
    await answerFirst(own, report);
    await report(1, 3, later(10));
    await workOffWebhooks(own, later(20));
    expect(posts).toHaveLength(3);
    const rows = await deliveriesOf(accountId);
    expect(rows.map(({ state, attempts }) => `${state} ${attempts}`).sort()).toEqual([
      "delivered 1",
      "delivered 1",
      "pending 1",
    ]);
  });

  it("wait behind those that are due for the same endpoint", async () => {
    const { accountId, report } = await account(12);
    const { posts, pump } = webhookReceivers(() => OK);
    const own = pump();
    await answerFirst(own, report);
    // More events than its nine places.
    await report(1, 11, later(1));
    expect(posts).toHaveLength(1 + 9);
    await new Promise(setImmediate);
    await report(11, 12, later(2));
    expect(posts).toHaveLength(1 + 9);
    await own.tick(later(3));
    expect(posts).toHaveLength(12);
    expect((await deliveriesOf(accountId)).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it("are due when the lease ends, should the process die that has them", async () => {
    const { accountId, report } = await account(6);
    let hangs = false;
    const first = webhookReceivers(() => (hangs ? HANGS : OK));
    const dying = first.pump();
    await answerFirst(dying, report);
    hangs = true;
    await report(1, 6, later(1));
    expect(first.posts).toHaveLength(6);
    setEventTaker(undefined);

    const second = webhookReceivers(() => OK);
    await workOffWebhooks(second.pump(), later(DELIVERY_LEASE_MS));
    expect(second.posts).toHaveLength(0);
    await workOffWebhooks(second.pump(), later(1 + DELIVERY_LEASE_MS));
    const ids = (posts: typeof second.posts) =>
      new Set(posts.map(({ headers }) => headers["X-Service-Delivery"]));
    expect(second.posts).toHaveLength(5);
    expect([...ids(second.posts)].every((id) => ids(first.posts).has(id))).toBe(true);
    expect((await deliveriesOf(accountId)).every(({ state }) => state === "delivered")).toBe(true);
  });

  it("are left for the claim until a URL that was set anew has answered, one at a time", async () => {
    const { accountId, report } = await account(5);
    const { posts, pump } = webhookReceivers(({ url }) => (url === NEW_URL ? HANGS : OK));
    const own = pump();
    await answerFirst(own, report);
    await registerWebhook(db(), { accountId, kinds: ["report"], url: NEW_URL }, later(1));
    await report(1, 5, later(2));
    expect(posts).toHaveLength(1);
    await own.tick(later(3));
    expect(posts.map(({ url }) => url).slice(1)).toEqual([NEW_URL]);
  });

  it("are left for the claim when the endpoint fails, or its account has others waiting", async () => {
    const { accountId, report } = await account(4);
    const { posts, pump } = webhookReceivers(() => OK);
    const own = pump();
    await answerFirst(own, report);
    await db().prisma.webhookEndpoint.updateMany({ where: { accountId }, data: { failingSince: NOW } });
    await report(1, 2, later(1));
    expect(posts).toHaveLength(1);
    await db().prisma.webhookEndpoint.updateMany({ where: { accountId }, data: { failingSince: null } });
    await addReports([accountId], 1, later(1));
    await own.tick(later(2));
    expect(posts).toHaveLength(3);
    expect((await deliveriesOf(accountId)).filter(({ attempts }) => attempts === 0)).toEqual([]);
  });
});

describe("the events of messages in", () => {
  it("go to an endpoint that answers, after the commit alone", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    const from = newMobile();
    await sentMessage(accountId, from, NOW);
    const { posts, pump } = webhookReceivers(() => OK);
    const own = pump();
    setEventTaker(own);
    const hear = (count: number, ms: number, database = db()) => {
      const given = Array.from({ length: count }, () => carrierInbound({ from }));
      return receive(database, CARRIER, given, later(ms));
    };
    await hear(1, 0);
    expect(posts).toHaveLength(0);
    await workOffWebhooks(own, NOW);
    await own.tick(NOW);
    expect(await hear(3, 10)).toEqual({ stored: 3, duplicates: 0, emailed: 0 });
    expect(posts).toHaveLength(4);
    const due = { dueAt: later(10 + DELIVERY_LEASE_MS), attempts: 1 };
    expect(await db().prisma.webhookDelivery.count({ where: { accountId, ...due } })).toBe(3);
    await workOffWebhooks(own, later(20));

    const lost = new Error("The connection was lost.");
    const transaction = (work: (tx: Transaction) => Promise<unknown>) =>
      db().transaction(async (tx) => {
        await work(tx);
        throw lost;
      });
    await expect(hear(1, 30, { ...db(), prisma: db().prisma, transaction })).rejects.toBe(lost);
    expect(posts).toHaveLength(4);
    // The twelve places of the endpoint are free again.
    await hear(12, 40);
    expect(posts).toHaveLength(4 + 12);
  });
});

describe("a run", () => {
  /** Returns a database that counts its statements. */
  function counting() {
    const counted = { statements: 0 };
    const database: Database = {
      ...db(),
      prisma: db().prisma,
      query: (statement) => {
        counted.statements += 1;
        return db().query(statement);
      },
    };
    return { counted, database };
  }

  it("records what was handed over by one statement, and looks for events only where some may be due", async () => {
    const { accountId, report } = await account(8);
    const { client } = webhookReceivers(() => OK);
    const { counted, database } = counting();
    const own = new WebhookPump(database, { client, authSecret: WEBHOOK_AUTH_SECRET });
    setEventTaker(own);
    const states = async () => (await deliveriesOf(accountId)).map(({ state }) => state);
    const run = async (ms: number) => {
      await new Promise(setImmediate);
      counted.statements = 0;
      await own.run(later(ms));
      return counted.statements;
    };
    await report(0, 1, NOW);
    await run(0);
    // The first event was recorded, and the endpoint may have more.
    expect(await run(1)).toBe(3);
    await report(1, 5, later(2));
    expect(await run(3)).toBe(1);
    expect(await states()).toEqual(Array(5).fill("delivered"));
    // Other processes may write due rows. A wake-up announces them at once, and without one they are found within a
    // second.
    await addReports([accountId], 1, later(4));
    expect(await run(5)).toBe(0);
    own.look();
    // The statements for the turns, the claim, and the time of the next due delivery.
    expect(await run(6)).toBe(3);
    await addReports([accountId], 1, later(7));
    expect(await run(8)).toBe(1);
    await run(1_008);
    await run(1_009);
    expect(await states()).toEqual(Array(7).fill("delivered"));
  });
});
