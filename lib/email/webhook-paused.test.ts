import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { PAUSE_AFTER_MS } from "@/lib/webhooks/delivery/ended-attempts";
import { WebhookPump } from "@/lib/webhooks/delivery/pump";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook, resumeEndpoint } from "@/tests/support/webhooks/register-webhook";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");

function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

/** Returns a process whose every attempt fails. */
function failingPump(): WebhookPump {
  const failure = {
    ok: false,
    gone: false,
    timedOut: false,
    statusCode: 500,
    responseBody: "",
    retryAfterMs: null,
    error: null,
  };
  const post = async () => ({ ...failure, durationMs: 10 });
  const client = { post, close: async () => {} };
  return new WebhookPump(db(), { client, authSecret: "of the tests", random: () => 0 });
}

/** Runs a process's due attempts, without recording them. */
async function attempted(at: Date): Promise<WebhookPump> {
  const pump = failingPump();
  expect((await pump.tick(at)).begun).toBeGreaterThan(0);
  await new Promise(setImmediate);
  return pump;
}

/** Creates an account whose endpoint has failed since an instant, with two waiting reports. */
async function failingSince(since: Date): Promise<{ accountId: number; url: string }> {
  const { accountId } = await testAccount();
  const url = `https://receiver${accountId}.example.com/hook`;
  await registerWebhook(db(), { accountId, kinds: ["report"], url }, NOW);
  await db().prisma.webhookEndpoint.updateMany({ where: { accountId }, data: { failingSince: since } });
  await addReports(accountId, 2, NOW);
  return { accountId, url };
}

/** Adds reports of blocked messages, which are reported at once. */
async function addReports(accountId: number, count: number, at: Date): Promise<void> {
  const items = Array.from({ length: count }, () => testItem({ invalidNumber: true }));
  await accept(db(), [testSubmission(accountId, { items })], at, () => "");
}

const emailsOf = (accountId: number) =>
  db().prisma.email.findMany({ where: { accountId }, orderBy: { createdAt: "asc" } });

describe("an account whose endpoint is paused", () => {
  it("has one email about it, also when two processes find out at once", async () => {
    for (let round = 0; round < 10; round++) {
      const { accountId, url } = await failingSince(later(1));
      const at = later(PAUSE_AFTER_MS + 1);
      const pumps = [await attempted(at), await attempted(at)];
      const paused = await Promise.all(pumps.map((pump) => pump.record(at)));
      expect(paused.sort()).toEqual([0, 1]);
      expect(await emailsOf(accountId)).toMatchObject([
        {
          kind: "webhook_paused",
          details: { kind: "report", url, since: expect.stringMatching(/^2026-11-20T23:00:00.001/) },
          createdAt: at,
          dueAt: at,
          attempts: 0,
          sentAt: null,
        },
      ]);
    }
  });

  it("has none before the time, and no other for what fails after the pause", async () => {
    const { accountId } = await failingSince(NOW);
    const early = later(PAUSE_AFTER_MS - 1);
    expect(await (await attempted(early)).record(early)).toBe(0);
    expect(await emailsOf(accountId)).toEqual([]);
    await addReports(accountId, 1, early);
    const at = later(PAUSE_AFTER_MS);
    const [first, second] = [await attempted(at), await attempted(at)];
    expect(await first.record(at)).toBe(1);
    expect(await second.record(later(PAUSE_AFTER_MS + 5_000))).toBe(0);
    expect(await emailsOf(accountId)).toHaveLength(1);
  });

  it("has another when it was resumed and is paused again", async () => {
    const { accountId } = await failingSince(NOW);
    const at = later(PAUSE_AFTER_MS);
    await (await attempted(at)).record(at);
    const resumedAt = later(PAUSE_AFTER_MS + 1000);
    await resumeEndpoint(db(), accountId, "report", resumedAt);
    await (await attempted(resumedAt)).record(resumedAt);
    expect(await emailsOf(accountId)).toHaveLength(1);
    const again = later(2 * PAUSE_AFTER_MS + 2000);
    await (await attempted(again)).record(again);
    expect((await emailsOf(accountId)).map(({ createdAt }) => createdAt)).toEqual([at, again]);
  });

  it("is not paused where its email cannot be written, and both are made up for", async () => {
    const { accountId } = await failingSince(NOW);
    await db().query(sql`alter table emails add constraint no_room check (kind = 'nothing')`);
    const at = later(PAUSE_AFTER_MS);
    const pump = await attempted(at);
    await expect(pump.record(at)).rejects.toThrow("no_room");
    const endpoint = () => db().prisma.webhookEndpoint.findFirst({ where: { accountId } });
    expect(await endpoint()).toMatchObject({ pausedAt: null });
    await db().query(sql`alter table emails drop constraint no_room`);
    expect(await pump.record(at)).toBe(1);
    expect(await endpoint()).toMatchObject({ pausedAt: at });
    expect(await emailsOf(accountId)).toHaveLength(1);
  });
});
