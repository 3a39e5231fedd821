import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { deliverDue } from "@/lib/webhooks/delivery/deliver-due";
import { useTestDatabase } from "@/tests/support/database/database";
import { addReports, makeEndpoints } from "@/tests/support/webhooks/webhook-endpoints";
import { WEBHOOK_AUTH_SECRET, webhookReceivers } from "@/tests/support/webhooks/webhook-receivers";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");

/**
 * Runs beside one hanging receiver, until another receiver has an event that became due after the run's time to
 * begin.
 * @param setMs the change of the machine's clock meanwhile, beside the elapsed time.
 */
async function runFor(elapsedMs: number, setMs = 0): Promise<{ more: boolean; posts: string[] }> {
  const [dead] = await makeEndpoints(1, { events: 1, at: NOW });
  const [healthy] = await makeEndpoints(1, { events: 0, at: NOW, history: { answeredAt: NOW } });
  let elapsed = 0;
  let looks = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { posts, client } = webhookReceivers(async ({ url }) => {
    if (url !== dead?.url) {
      release();
      return { ok: true, statusCode: 200 };
    }
    elapsed = elapsedMs;
    await addReports([healthy?.accountId ?? 0], 1, NOW);
    await released;
    return { timedOut: true, durationMs: 10_000 };
  });
  const { more } = await deliverDue(
    db(),
    { client, authSecret: WEBHOOK_AUTH_SECRET, random: () => 0 },
    () => new Date(NOW.getTime() + elapsed + (elapsed > 0 ? setMs : 0)),
    () => {
      // A run that begins no more attempts reads its time repeatedly.
      if (elapsed >= 15_000 && ++looks === 4) release();
      return elapsed;
    },
  );
  return { more, posts: posts.map(({ url }) => (url === dead?.url ? "dead" : "healthy")) };
}

it("a run goes on for as long as ever on a clock that is set forward", async () => {
  expect(await runFor(6_000, 10_000)).toEqual({ more: true, posts: ["dead", "healthy"] });
});

it("a run that waits for who hangs goes on with those that answer, and begins nothing after 15 seconds", async () => {
  expect(await runFor(6_000)).toEqual({ more: true, posts: ["dead", "healthy"] });
  expect(await runFor(15_000)).toEqual({ more: true, posts: ["dead"] });
});

it("a process that stops waits for answers that come soon, records them, and leaves those that hang", async () => {
  const [prompt, dead] = await makeEndpoints(2, { events: 1, at: NOW, history: { answeredAt: NOW } });
  let answer = (_: { ok: boolean; statusCode: number }) => {};
  const { pump } = webhookReceivers(
    ({ url }) =>
      new Promise((resolve) => {
        if (url === prompt?.url) answer = resolve;
      }),
  );
  const own = pump();
  await own.tick(NOW);
  const stopped = own.stop(() => NOW, 200);
  answer({ ok: true, statusCode: 200 });
  await stopped;
  const recorded = await db().prisma.webhookDelivery.findMany({
    where: { accountId: { in: [prompt?.accountId ?? 0, dead?.accountId ?? 0] } },
    orderBy: { accountId: "asc" },
  });
  expect(recorded.map(({ state }) => state)).toEqual(["delivered", "pending"]);
});
