import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { setEventTaker } from "@/lib/webhooks/delivery/hand-over";
import { DELIVERY_LEASE_MS } from "@/lib/webhooks/delivery/pump";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";
import { webhookReceivers, workOffWebhooks } from "@/tests/support/webhooks/webhook-receivers";

useTestDatabase();
afterEach(() => setEventTaker(undefined));

const later = (ms: number) => new Date(NOON.getTime() + ms);

it("hands events over to an endpoint that answers, after the commit alone", async () => {
  const { accountId } = await testAccount();
  await listen(accountId);
  const from = newMobile();
  await sentMessage(accountId, from, NOON);
  const { posts, pump } = webhookReceivers(() => ({ ok: true, statusCode: 200 }));
  const own = pump();
  setEventTaker(own);
  const hear = (count: number, ms: number, database = db()) => {
    const given = Array.from({ length: count }, () => carrierInbound({ from }));
    return receive(database, "test", given, later(ms));
  };
  await hear(1, 0);
  expect(posts).toHaveLength(0);
  await workOffWebhooks(own, later(0));
  await own.tick(later(0));
  expect(posts).toHaveLength(1);

  expect(await hear(3, 10)).toEqual({ stored: 3, duplicates: 0, emailed: 0 });
  expect(posts).toHaveLength(4);
  const due = { dueAt: later(10 + DELIVERY_LEASE_MS), attempts: 1 };
  expect(await db().prisma.webhookDelivery.count({ where: { accountId, ...due } })).toBe(3);
  const rows = await db().prisma.webhookDelivery.findMany({ where: { accountId } });
  expect(new Set(posts.map(({ headers, body }) => headers["X-Service-Delivery"] + body))).toEqual(
    new Set(rows.map(({ id, body }) => id + body)),
  );
  await workOffWebhooks(own, later(20));

  const lost = new Error("The connection was lost.");
  const rolledBack = {
    ...db(),
    prisma: db().prisma,
    transaction: <Result>(work: Parameters<ReturnType<typeof db>["transaction"]>[0]): Promise<Result> =>
      db().transaction(async (tx) => {
        await work(tx);
        throw lost;
      }),
  };
  await expect(hear(1, 30, rolledBack)).rejects.toBe(lost);
  expect(posts).toHaveLength(4);
  // The places that it had are free again: more than the eight that others would leave.
  await hear(12, 40);
  expect(posts).toHaveLength(4 + 12);
});
