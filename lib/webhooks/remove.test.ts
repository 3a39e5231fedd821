import { beforeEach, describe, expect, it } from "vitest";
import { db, type Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { DELIVERY_LEASE_MS, WebhookPump } from "@/lib/webhooks/delivery/pump";
import { endpointOf } from "@/lib/webhooks/endpoint/endpoint-key";
import { endEvents, endOrphans, REMOVED, removeWebhook } from "@/lib/webhooks/remove";
import { enqueueReports } from "@/lib/webhooks/report-event.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";
import { event } from "@/tests/support/webhooks/webhook-event";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const URL_ = "https://receiver.example.com/hook";

let accountId: number;
beforeEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
  await db().prisma.webhookEndpoint.deleteMany();
  ({ accountId } = await testAccount());
  await registerWebhook(db(), { accountId, kinds: ["inbound", "report"], url: URL_ }, NOW);
});

function remove(): Promise<number> {
  return db().transaction((tx) => removeWebhook(tx, endpointOf(accountId, "report")));
}

/** Removes the endpoint as a server that ends right after the commit. */
function removeAlone(): Promise<number> {
  return db().transaction((tx) =>
    removeWebhook({ ...tx, afterCommit: () => {} }, endpointOf(accountId, "report")),
  );
}

async function states(of = accountId): Promise<string[]> {
  const rows = await db().prisma.webhookDelivery.findMany({
    where: { accountId: of },
    orderBy: { id: "asc" },
  });
  return rows.map(({ state, error, dueAt }) => {
    expect(dueAt !== null && state !== "pending").toBe(false);
    return error === REMOVED ? `${state}, removed` : state;
  });
}

/** Writes a message's report like the statements of acceptance and of reports, without a commit. */
function writeReport(tx: Queryable, messageId: string): Promise<unknown> {
  const columns = {
    accountId: sql`m.account_id`,
    messageId: sql`m.id`,
    status: sql`'DELIVRD'`,
    statusCode: sql`1`,
    at: sql`m.accepted_at`,
    carrier: sql`null`,
    sender: sql`'552'`,
    carrierReference: sql`null`,
    customerMessageId: sql`m.customer_message_id`,
    blockedReason: sql`m.blocked_reason`,
  };
  return tx.query(enqueueReports(columns, sql`messages m`, sql`m.id = ${messageId}::uuid`, NOW));
}

/** Creates a message whose event was deleted. */
async function message(): Promise<string> {
  const id = await event(accountId, { kind: "report" });
  const { messageId } = await db().prisma.webhookDelivery.delete({ where: { id } });
  return messageId as string;
}

describe("removing a webhook", () => {
  it("ends what waits for it, due or kept, and counts it", async () => {
    await event(accountId, { kind: "report", dueAt: NOW });
    await event(accountId, { kind: "report" });
    await event(accountId, { kind: "report", state: "delivered" });
    await event(accountId, { dueAt: NOW });
    expect(await remove()).toBe(2);
    expect(await states()).toEqual(["failed, removed", "failed, removed", "delivered", "pending"]);
    await expect(remove()).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves no event pending for ever that another connection was just writing", async () => {
    const id = await message();
    await db().transaction(async (writer) => {
      await writeReport(writer, id);
      expect(await remove()).toBe(0);
    });
    expect(await states()).toEqual(["pending"]);
    await endOrphans(db());
    expect(await states()).toEqual(["failed, removed"]);
  });

  it("leaves none whose attempt was beginning, and none whose attempt fails after it", async () => {
    let fail = () => {};
    const failed = new Promise<void>((go) => {
      fail = go;
    });
    const client = {
      post: async () => {
        await failed;
        const nothing = { statusCode: 500, responseBody: null, retryAfterMs: null, error: null };
        return { ok: false, gone: false, timedOut: false, durationMs: 10, ...nothing };
      },
      close: async () => {},
    };
    await event(accountId, { kind: "report", dueAt: NOW });
    const pump = new WebhookPump(db(), { client, authSecret: "unused", random: () => 0 });
    expect(await pump.tick(NOW)).toMatchObject({ begun: 1 });
    await db().transaction(async (worker) => {
      await worker.query(sql`select 1 from webhook_deliveries where account_id = ${accountId} for update`);
      expect(await remove()).toBe(1);
    });
    expect(await states()).toEqual(["pending"]);
    fail();
    await expect.poll(() => pump.record(NOW).then(() => pump.isIdle), { timeout: 8_000 }).toBe(true);
    expect(await states()).toEqual(["pending"]);
    expect(await pump.tick(new Date(NOW.getTime() + 10 * DELIVERY_LEASE_MS))).toMatchObject({ begun: 0 });
    await endOrphans(db());
    expect(await states()).toEqual(["failed, removed"]);
  });

  it("is finished by the sweep where the server ends before it has ended the events", async () => {
    const other = await testAccount();
    await registerWebhook(db(), { accountId: other.accountId, kinds: ["report"], url: URL_ }, NOW);
    for (const id of [accountId, other.accountId]) {
      await event(id, { kind: "report", dueAt: NOW });
      await event(id, { kind: "report" });
    }
    await event(accountId, { dueAt: NOW });
    await removeAlone();
    await endOrphans(db());
    expect(await states()).toEqual(["failed, removed", "failed, removed", "pending"]);
    expect(await states(other.accountId)).toEqual(["pending", "pending"]);
  });

  it("does not end what was written for a URL named since", async () => {
    await remove();
    await registerWebhook(db(), { accountId, kinds: ["report"], url: URL_ }, NOW);
    await event(accountId, { kind: "report", dueAt: NOW });
    await endEvents(db(), endpointOf(accountId, "report"));
    await endOrphans(db());
    expect(await states()).toEqual(["pending"]);
  });

  it("ends what waited before another URL is named, though its server ended right after the commit", async () => {
    await event(accountId, { kind: "report", dueAt: NOW });
    await event(accountId, { kind: "report" });
    await event(accountId, { kind: "inbound", dueAt: NOW });
    expect(await removeAlone()).toBe(2);
    await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://another.example.com" }, NOW);
    expect(await states()).toEqual(["failed, removed", "failed, removed", "pending"]);
  });
});
