import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_KEPT_MS } from "@/lib/auth/sessions/end-session";
import { HOME_CELL } from "@/lib/cell-numbers";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { hasJobRunner, type JobName, type JobRunner, setJobRunner } from "@/lib/db/wake";
import { reloadEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { startLocalJobs } from "@/lib/jobs/local";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { accept } from "@/lib/messages/accept/accept";
import { PAUSE_AFTER_MS } from "@/lib/webhooks/delivery/ended-attempts";
import { idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { startSmtpServer } from "@/tests/support/mail/smtp-server";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();

// The tests must pass at night as well.
process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";

beforeEach(() => setJobRunner(undefined));

describe("the jobs of a Node server", () => {
  it("deliver what was left behind without being told, and sweep up held messages", async () => {
    const { accountId } = await testAccount();
    const held = testSubmission(accountId, {
      heldHosts: ["example.com"],
      items: [testItem({ dueAt: null })],
    });
    await accept(db(), [testSubmission(accountId), held], new Date(), () => "");
    await db().prisma.approvedDomain.create({
      data: { accountId, domain: "example.com", approvedAt: new Date() },
    });
    expect(hasJobRunner()).toBe(false);
    const stop = startLocalJobs();
    expect(hasJobRunner()).toBe(true);
    await expect
      .poll(async () => (await messagesOf(accountId)).map(({ status }) => status), { timeout: 15_000 })
      .toEqual(["DELIVRD", "DELIVRD"]);
    await stop();
    expect(hasJobRunner()).toBe(false);
  });
});

/** Observes the jobs that other jobs wake from here on, in their order. */
function observeWakes(): () => JobName[] {
  const woken: JobName[] = [];
  const holder = globalThis as typeof globalThis & { gatewayJobs?: JobRunner };
  const { gatewayJobs: runner } = holder;
  setJobRunner({
    wake: (job, inMs) => {
      woken.push(job);
      runner?.wake(job, inMs, HOME_CELL);
    },
  });
  return () => woken;
}

describe("an endpoint that is paused", () => {
  it("has its account told at once, by the jobs of this server", async () => {
    const server = await startSmtpServer();
    Object.assign(process.env, { SMTP_URL: server.url, SMTP_FROM: "sms@example.com" });
    Object.assign(process.env, { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1:1" });
    reloadEnv();
    const { accountId, userId } = await testAccount();
    const url = "http://127.0.0.1:1/hook";
    await registerWebhook(db(), { accountId, kinds: ["report"], url }, new Date());
    const failingSince = new Date(Date.now() - PAUSE_AFTER_MS);
    await db().prisma.webhookEndpoint.updateMany({ where: { accountId }, data: { failingSince } });
    const items = [testItem({ invalidNumber: true })];
    await accept(db(), [testSubmission(accountId, { items })], new Date(), () => "");
    const stop = startLocalJobs();
    const wakes = observeWakes();
    await expect.poll(() => server.mails.map(({ to }) => to), { timeout: 15_000 }).toEqual([[userId]]);
    // Only the webhooks job wakes the emails here: otherwise they would have slept for their five seconds.
    expect(wakes()).toEqual(["emails"]);
    expect(server.mails[0]?.text).toContain("127.0.0.1");
    expect(server.mails[0]?.text).not.toContain("/hook");
    await stop();
    for (const name of ["SMTP_URL", "SMTP_FROM", "WEBHOOK_PRIVATE_HOSTS"]) delete process.env[name];
    reloadEnv();
  });
});

describe("purgeExpired", () => {
  it("deletes what has expired and nothing else", async () => {
    const now = new Date();
    const [past, future] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1000)];
    await db().prisma.simulatedMessage.deleteMany();
    await db().prisma.email.deleteMany();
    const { accountId } = await testAccount();
    const bytes = (value: number) => new Uint8Array(32).fill(value);
    await db().prisma.idempotencyKey.createMany({
      data: [past, future].map((expiresAt, index) => ({
        accountId,
        key: `${index}`,
        requestHash: bytes(index),
        response: bytes(index),
        expiresAt,
      })),
    });
    await db().prisma.authFailure.createMany({
      data: [past, future].map((windowEndsAt, index) => ({ key: bytes(index), failures: 1, windowEndsAt })),
    });
    await db().prisma.session.createMany({
      data: [SESSION_KEPT_MS, SESSION_KEPT_MS - 1_000].map((age) => ({
        id: newId(),
        accountId,
        personId: accountId,
        address: "",
        browser: `${age}`,
        beganAt: past,
        lastSeenAt: new Date(now.getTime() - age),
      })),
    });
    await db().prisma.invitation.createMany({
      data: [past, future].map((expiresAt, index) => ({
        id: newId(),
        accountId,
        email: `${index}@example.com`,
        role: "sender",
        tokenHash: bytes(index),
        createdAt: past,
        sentAt: past,
        expiresAt,
      })),
    });
    await db().prisma.simulatedMessage.createMany({
      data: [8, 6].map((days) => ({
        reference: idMadeAt(new Date(now.getTime() - days * 86_400_000)),
        clientReference: `${days} days old`,
        sender: "552",
        msisdn: "64211234567",
        body: "Hi",
        receivedAt: new Date(now.getTime() - days * 86_400_000),
      })),
    });
    await db().prisma.email.createMany({
      data: [91, 89].map((days) => {
        const createdAt = new Date(now.getTime() - days * 86_400_000);
        return { id: newId(), accountId, kind: `${days} days old`, details: {}, createdAt };
      }),
    });
    await db().prisma.webhookSecret.createMany({
      data: [past, future, null].map((endsAt) => ({ id: newId(), accountId, encrypted: bytes(0), endsAt })),
    });
    const madeAt = [401, 399].map((days) => new Date(now.getTime() - days * 86_400_000));
    const line = { accountId, actorId: accountId, details: {}, address: "" };
    await db().prisma.activity.createMany({
      data: madeAt.map((at, index) => ({ ...line, id: idMadeAt(at), at, action: `line ${index}` })),
    });
    await db().prisma.knownAddress.createMany({
      data: [31, 29].map((days) => ({
        accountId,
        addressHash: bytes(days),
        lastUsedAt: new Date(now.getTime() - days * 86_400_000),
      })),
    });
    await purgeExpired(db(), now);
    expect(await db().prisma.activity.findMany()).toMatchObject([{ action: "line 1" }]);
    expect(await db().prisma.knownAddress.findMany()).toMatchObject([{ addressHash: bytes(29) }]);
    expect(await db().prisma.email.findMany()).toMatchObject([{ kind: "89 days old" }]);
    expect(await db().prisma.simulatedMessage.findMany()).toMatchObject([{ clientReference: "6 days old" }]);
    expect(await db().prisma.idempotencyKey.findMany()).toMatchObject([{ key: "1" }]);
    expect(await db().prisma.authFailure.count()).toBe(1);
    expect(await db().prisma.session.findMany()).toMatchObject([{ browser: `${SESSION_KEPT_MS - 1_000}` }]);
    expect(await db().prisma.invitation.findMany()).toMatchObject([{ email: "1@example.com" }]);
    const kept = await db().prisma.webhookSecret.findMany({
      where: { accountId },
      orderBy: { endsAt: "asc" },
    });
    expect(kept.map(({ endsAt }) => endsAt)).toEqual([future, null]);
  });

  it("leaves a key that somebody renews at that very moment", async () => {
    const now = new Date();
    const { accountId } = await testAccount();
    const data = { accountId, key: "renewed", requestHash: new Uint8Array(32), response: new Uint8Array(1) };
    await db().prisma.idempotencyKey.create({ data: { ...data, expiresAt: new Date(now.getTime() - 1) } });
    const { purging } = await db().transaction(async (tx) => {
      await tx.query(sql`
        update idempotency_keys set expires_at = ${new Date(now.getTime() + 1000)}::timestamptz
        where account_id = ${accountId} and key = 'renewed'`);
      const running = purgeExpired(db(), now);
      await someoneWaits();
      return { purging: running };
    });
    await purging;
    expect(await db().prisma.idempotencyKey.count({ where: { key: "renewed" } })).toBe(1);
  });
});
