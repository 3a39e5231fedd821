import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { OPERATIONS } from "@/lib/jobs/operations";
import { OVERDUE_MS, readOverdue } from "@/lib/jobs/sweep/overdue";
import { keepPaused } from "@/lib/webhooks/register";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook, resumeEndpoint } from "@/tests/support/webhooks/register-webhook";
import { event } from "@/tests/support/webhooks/webhook-event";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const LATER = new Date(NOW.getTime() + 2 * OVERDUE_MS);
const URL_ = "https://receiver.example.com/hook";

let accountId: number;
beforeEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
  await db().prisma.webhookEndpoint.deleteMany();
  ({ accountId } = await testAccount());
  await registerWebhook(db(), { accountId, kinds: ["inbound", "report"], url: URL_ }, NOW);
});

const pause = () =>
  db().prisma.webhookEndpoint.updateMany({
    where: { accountId, kind: "report" },
    data: { failingSince: NOW, pausedAt: NOW },
  });
const dueAt = async (id: string) =>
  (await db().prisma.webhookDelivery.findUniqueOrThrow({ where: { id } })).dueAt;

it("keeps what is due at a paused endpoint, which is not overdue then, and sends it once it is resumed", async () => {
  const waits = { kind: "report", dueAt: NOW, createdAt: NOW } as const;
  const [due, retried] = [
    await event(accountId, waits),
    await event(accountId, { ...waits, attemptedAt: NOW }),
  ];
  await pause();
  expect(await readOverdue(db(), LATER)).toHaveProperty("webhooks");
  await OPERATIONS.sweep(LATER);
  expect([await dueAt(due), await dueAt(retried)]).toEqual([null, null]);
  expect(await readOverdue(db(), LATER)).not.toHaveProperty("webhooks");
  await resumeEndpoint(db(), accountId, "report", LATER);
  await expect.poll(async () => [await dueAt(due), await dueAt(retried)]).toEqual([LATER, LATER]);
});

it("leaves alone what a worker holds, and what is due at an endpoint that is not paused", async () => {
  const lease = new Date(LATER.getTime() + 1);
  const held = await event(accountId, { kind: "report", dueAt: lease, createdAt: NOW });
  const other = await event(accountId, { kind: "inbound", dueAt: NOW, createdAt: NOW });
  await pause();
  await keepPaused(db(), LATER);
  expect([await dueAt(held), await dueAt(other)]).toEqual([lease, NOW]);
  await keepPaused(db(), lease);
  expect([await dueAt(held), await dueAt(other)]).toEqual([null, NOW]);
});
