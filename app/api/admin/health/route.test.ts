import { beforeEach, describe, expect, it, vi } from "vitest";
import { carriersOf } from "@/lib/carriers/process/current";
import { type Health, MAX_COUNTED, readHealth } from "@/lib/contracts/admin/health";
import { db } from "@/lib/db/client";
import { makeMonthsAhead, monthAfter } from "@/lib/db/partitions/partitions";
import { sql } from "@/lib/db/sql";
import { noteUnknownProxy, resetUnknownProxy } from "@/lib/http/paths/unknown-proxy";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { waitingReply } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { GET } = handlersOf("/api/admin/health");

useTestDatabase({ each: true });

let administrator: TestAccount;
beforeEach(async () => {
  administrator = await testAccount({ admin: true });
});

const HOUR_MS = 3_600_000;
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);

async function health(now: Date = NOON): Promise<Health> {
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    const { status, body } = await ask<Health>(GET, administrator, { query: {} });
    expect(status).toBe(200);
    expect(body).toEqual(readHealth.response.parse(body));
    return body;
  } finally {
    vi.useRealTimers();
  }
}

/** Accepts messages that are due at the given times, or held if null. Returns the ids. */
async function waiting(dueAts: readonly (Date | null)[]): Promise<string[]> {
  const { accountId } = administrator;
  const made = dueAts.map((dueAt) => ({ dueAt, item: testItem({ dueAt }) }));
  for (const { dueAt, item } of made) {
    const heldHosts = dueAt === null ? ["bit.ly"] : [];
    await accept(db(), [testSubmission(accountId, { items: [item], heldHosts })], at(-900), () => "");
  }
  return made.map(({ item }) => item.id);
}

async function delivery(state: "pending" | "delivered", dueAt: Date | null): Promise<void> {
  const [messageId] = await waiting([at(1)]);
  const { accountId } = administrator;
  const row = { id: newId(), accountId, kind: "report", body: "{}", state, dueAt } as const;
  await db().prisma.webhookDelivery.create({
    data: { ...row, messageId: messageId ?? null, createdAt: NOON },
  });
}

describe("the health of the service", () => {
  it("is calm where nothing waits", async () => {
    const nothing = { count: 0, isMore: false };
    const calm = { ...nothing, oldestDueS: null };
    expect(await health()).toMatchObject({
      at: "2026-11-21 12:00:00",
      dispatch: calm,
      held: nothing,
      night: { waiting: nothing, until: null },
      webhooks: { due: calm, retrying: nothing, kept: nothing, paused: [], morePaused: false },
      replies: calm,
      emails: { due: calm },
      carrier: { name: "simulator", lastSubmittedAt: null, lastReportAt: null },
      books: null,
      database: { version: expect.stringMatching(/^\d+\.\d+/), migrations: "current", lacksMonth: false },
    });
    expect((await health()).database.sizeBytes).toBeGreaterThan(1_000_000);
  });

  it("says when next month has no partition", async () => {
    const at = monthAfter(new Date(), 5);
    expect((await health(at)).database.lacksMonth).toBe(true);
    await makeMonthsAhead(db(), at);
    expect((await health(at)).database.lacksMonth).toBe(false);
  });

  it("says what the last audit of the books found that has ended, and when none has for two days", async () => {
    const finding = { check: "not-billed", accountId: 7, count: 2, example: "a message" };
    const audit = { begunAt: NOON, findings: [finding, { ...finding, count: 1 }] };
    const day = (date: string) => new Date(`${date}T00:00:00Z`);
    const endedAt = new Date(NOON.getTime() - 49 * 3_600_000);
    await db().prisma.bookAudit.createMany({
      data: [
        { ...audit, day: day("2026-11-19"), endedAt },
        { day: day("2026-11-18"), begunAt: NOON, endedAt },
        { day: day("2026-11-21"), begunAt: NOON, place: { step: "standing" } },
      ],
    });
    const found = { sentence: "A message has no deduction.", accountId: 7, example: "a message" };
    expect((await health()).books).toEqual({
      endedAt: "2026-11-19 11:00:00",
      isOld: true,
      disagreements: 3,
      found: [
        { ...found, count: 2 },
        { ...found, count: 1 },
      ],
    });
  });

  it("says how many messages are due and since when, apart from those that wait or are held", async () => {
    await waiting([at(-600), at(-5), at(0), at(1), null]);
    const { dispatch, held } = await health();
    expect(dispatch).toEqual({ count: 3, isMore: false, oldestDueS: 600 });
    expect(held).toEqual({ count: 1, isMore: false });
    await db().query(sql`update message_queue set due_at = ${at(60)} where due_at <= ${NOON}`);
    expect((await health()).dispatch).toEqual({ count: 0, isMore: false, oldestDueS: null });
  });

  it("counts at night what waits for the morning, and nothing else", async () => {
    const midnight = new Date(NOON.getTime() + 12 * HOUR_MS);
    const morning = new Date(midnight.getTime() + 7 * HOUR_MS);
    await waiting([morning, morning, new Date(morning.getTime() + 1_000)]);
    expect((await health(midnight)).night).toEqual({
      waiting: { count: 2, isMore: false },
      until: "2026-11-22 07:00:00",
    });
  });

  it("tells events that are due, that will be tried again and that are kept from each other", async () => {
    await delivery("pending", at(-30));
    await delivery("pending", at(300));
    await delivery("pending", at(400));
    await delivery("pending", null);
    await delivery("delivered", null);
    const { webhooks } = await health();
    expect(webhooks).toMatchObject({
      due: { count: 1, oldestDueS: 30 },
      retrying: { count: 2 },
      kept: { count: 1 },
    });
  });

  it("names the endpoints that are paused, the longest first", async () => {
    const url = "https://receiver.example.com/in";
    const endpoint = (kind: "inbound" | "report", pausedAt: Date | null) => ({
      accountId: administrator.accountId,
      kind,
      url,
      registeredAt: at(-900),
      failingSince: pausedAt,
      pausedAt,
    });
    await db().prisma.webhookEndpoint.createMany({
      data: [endpoint("inbound", at(-60)), endpoint("report", at(-120))],
    });
    const further = { kind: "further" as const, id: newId(), eventTypes: ["optout_changed" as const] };
    await db().prisma.webhookEndpoint.createMany({
      data: [
        { ...endpoint("inbound", at(-90)), ...further, number: 1, name: "CRM" },
        // An endpoint that its account paused concerns no administrator.
        {
          ...endpoint("inbound", at(-80)),
          ...further,
          id: newId(),
          number: 2,
          name: "Shop",
          pausedByHand: true,
        },
      ],
    });
    const { paused } = (await health()).webhooks;
    expect(paused).toEqual([
      { ...common(), kind: "report", endpointName: null, pausedAt: "2026-11-21 11:58:00" },
      { ...common(), kind: "further", endpointName: "CRM", pausedAt: "2026-11-21 11:58:30" },
      { ...common(), kind: "inbound", endpointName: null, pausedAt: "2026-11-21 11:59:00" },
    ]);
  });

  it("counts the emails that wait", async () => {
    const email = { kind: "webhook_paused", details: {}, accountId: administrator.accountId };
    await db().prisma.email.createMany({
      data: [at(-20), at(20), null].map((dueAt) => ({ ...email, id: newId(), createdAt: NOON, dueAt })),
    });
    expect((await health()).emails.due).toEqual({ count: 1, isMore: false, oldestDueS: 20 });
  });

  it("counts the auto replies that should have been sent", async () => {
    for (const dueAt of [at(-20), at(-5), at(20)]) await waitingReply(administrator.accountId, dueAt);
    expect((await health()).replies).toEqual({ count: 2, isMore: false, oldestDueS: 20 });
  });

  it("counts no further than it tells, however long the queue", async () => {
    await db().query(sql`
      insert into emails (id, account_id, kind, details, created_at, due_at)
      select uuid_v7(${NOON}::timestamptz), ${administrator.accountId}, 'webhook_paused', '{}', ${NOON}, ${at(-1)}
      from generate_series(1, ${MAX_COUNTED + 5})`);
    expect((await health()).emails.due).toEqual({ count: MAX_COUNTED, isMore: true, oldestDueS: 1 });
  });

  it("says when the carrier last took a message and last reported on one", async () => {
    const [early = "", late = ""] = await waiting([at(-600), at(-500)]);
    const submit = (messageId: string, submittedAt: Date) =>
      db().prisma.carrierSubmission.create({
        data: { messageId, submittedAt, carrier: "simulator", reference: messageId },
      });
    await submit(early, at(-10));
    await submit(late, at(-20));
    for (const seconds of [-9, -8]) {
      const report = {
        messageId: late,
        reportKey: String(seconds),
        status: "DELIVRD",
        statusCode: 1,
      } as const;
      await db().prisma.deliveryReport.create({
        data: { ...report, id: newId(), reportedAt: at(seconds), receivedAt: at(seconds) },
      });
    }
    expect((await health()).carrier).toEqual({
      name: "simulator",
      lastSubmittedAt: "2026-11-21 11:59:50",
      lastReportAt: "2026-11-21 11:59:52",
      problems: [],
    });
  });

  it("names the carriers that cannot be used, and why", async () => {
    await db().prisma.carrier.create({ data: { name: "north", kind: "pigeon" } });
    carriersOf(db()).forget();
    expect((await health()).carrier.problems).toEqual([
      { name: "north", reason: 'There is no carrier of the kind "pigeon".' },
    ]);
  });

  it("says so when requests come through a proxy that the settings do not count", async () => {
    expect((await health()).hasUnknownProxy).toBe(false);
    noteUnknownProxy();
    expect((await health()).hasUnknownProxy).toBe(true);
    resetUnknownProxy();
  });

  it("says so when the database has not every migration", async () => {
    await db().query(sql`delete from _prisma_migrations where migration_name like '%members'`);
    expect((await health()).database.migrations).toBe("pending");
    await db().query(
      sql`update _prisma_migrations set migration_name = '29990101000000_later' where migration_name like '%init'`,
    );
    expect((await health()).database.migrations).toBe("newer");
  });
});

function common() {
  return { accountId: administrator.accountId, name: "A test" };
}
