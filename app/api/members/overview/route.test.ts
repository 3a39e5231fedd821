import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { type Overview, readOverview } from "@/lib/contracts/members/overview";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import type { DeliveryStatus } from "@/lib/sms/status";
import { addAlertRow } from "@/tests/support/alerts";
import { topped } from "@/tests/support/auto-top-ups";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { setStatus } from "@/tests/support/database/message-status";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET } = handlersOf("/api/members/overview");

useTestDatabase();

/** 12:00 on 21 November in New Zealand. */
const NOON = new Date("2026-11-20T23:00:00Z");
/** The last minute of 20 November there, and the first of 21 November. */
const BEFORE_MIDNIGHT = new Date("2026-11-20T10:59:00Z");
const AFTER_MIDNIGHT = new Date("2026-11-20T11:00:00Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

async function overviewOf(account: TestAccount) {
  const read = await ask<Overview>(GET, account, {});
  expect(read).toMatchObject({ status: 200 });
  expect(read.body).toEqual(readOverview.response.parse(read.body));
  return read.body;
}

async function messages(accountId: number, at: Date, statuses: DeliveryStatus[]): Promise<void> {
  for (const status of statuses) {
    const item = testItem({ msisdn: newMobile() });
    await accept(db(), [testSubmission(accountId, { items: [item] })], at, () => "");
    if (status === "PENDING") continue;
    await setStatus(item.id, status, at);
  }
}

function reply(accountId: number, receivedAt: Date) {
  const row = { accountId, msisdn: "64211234567", shortcode: "552", body: "Yes", encoding: "GSM7" as const };
  return db().prisma.inboundMessage.create({
    data: { ...row, id: newId(), receivedAt, carrier: "test", carrierReference: newId() },
  });
}

describe("the overview", () => {
  it("counts what became of messages by New Zealand day", async () => {
    const { accountId, ...rest } = await testAccount();
    await messages(accountId, BEFORE_MIDNIGHT, ["DELIVRD", "UNDELIV", "BLOCKED"]);
    await messages(accountId, AFTER_MIDNIGHT, ["DELIVRD", "DELIVRD", "FAILED", "NACKED"]);
    await messages(accountId, NOON, ["PENDING", "ENROUTE", "ACCEPTD", "QUEUED", "UNKNOWN"]);
    const { days, total, deliveryRate } = await overviewOf({ accountId, ...rest });
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: "2026-10-23", sent: 0, delivered: 0, failed: 0, waiting: 0 });
    expect(days.slice(-2)).toEqual([
      { day: "2026-11-20", sent: 3, delivered: 1, failed: 2, waiting: 0 },
      { day: "2026-11-21", sent: 9, delivered: 2, failed: 2, waiting: 5 },
    ]);
    expect(total).toEqual({ sent: 12, delivered: 3, failed: 4, waiting: 5 });
    expect(deliveryRate).toBeCloseTo(3 / 7, 10);
  });

  it("counts the first of its days from its first moment, and nothing before", async () => {
    const account = await testAccount();
    await messages(account.accountId, new Date("2026-10-22T10:59:59.999Z"), ["DELIVRD", "FAILED"]);
    await messages(account.accountId, new Date("2026-10-22T11:00:00Z"), ["DELIVRD", "FAILED"]);
    const { days, total } = await overviewOf(account);
    expect(days[0]).toEqual({ day: "2026-10-23", sent: 2, delivered: 1, failed: 1, waiting: 0 });
    expect(total.sent).toBe(2);
  });

  it("does not count what was held and deleted, whose money went back", async () => {
    const account = await testAccount();
    const item = testItem({ dueAt: null });
    const submission = testSubmission(account.accountId, { heldHosts: ["bit.ly"], items: [item] });
    await accept(db(), [submission], NOON, () => "");
    expect(await overviewOf(account)).toMatchObject({ attention: { held: 1 }, total: { waiting: 1 } });
    await cancelNow({ accountId: account.accountId, ids: [item.id] }, NOON);
    expect(await overviewOf(account)).toMatchObject({
      attention: { held: 0 },
      total: { sent: 0, delivered: 0, failed: 0, waiting: 0 },
      deliveryRate: null,
    });
  });

  it("counts the replies of its days, and of today", async () => {
    const account = await testAccount();
    const { accountId } = account;
    await reply(accountId, new Date("2026-10-22T10:59:59Z"));
    await reply(accountId, BEFORE_MIDNIGHT);
    await reply(accountId, NOON);
    expect((await overviewOf(account)).replies).toEqual({ today: 1, total: 2 });
  });

  it("reads what may still change, and keeps what cannot", async () => {
    const account = await testAccount();
    const { accountId } = account;
    const item = testItem({ msisdn: newMobile() });
    const [settled, waits] = [new Date("2026-11-10T00:00:00Z"), new Date("2026-11-15T00:00:00Z")];
    await messages(accountId, settled, ["DELIVRD", "FAILED"]);
    await accept(db(), [testSubmission(accountId, { items: [item] })], waits, () => "");
    await messages(accountId, BEFORE_MIDNIGHT, ["DELIVRD"]);
    expect(await overviewOf(account)).toMatchObject({
      total: { sent: 4, delivered: 2, failed: 1, waiting: 1 },
    });
    await setStatus(item.id, "UNDELIV", NOON);
    await messages(accountId, BEFORE_MIDNIGHT, ["FAILED"]);
    await reply(accountId, BEFORE_MIDNIGHT);
    await reply(accountId, NOON);
    const asked = vi.spyOn(db(), "query");
    const read = await overviewOf(account);
    expect(read).toMatchObject({
      total: { sent: 5, delivered: 2, failed: 3, waiting: 0 },
      replies: { today: 1, total: 2 },
    });
    expect(read.days[18]).toEqual({ day: "2026-11-10", sent: 2, delivered: 1, failed: 1, waiting: 0 });
    const first = (calls: typeof asked.mock.calls) =>
      calls
        .filter(([{ text }]) => text.includes("billing_days"))
        .flatMap(([{ values }]) => values)
        .flatMap((value) => (Array.isArray(value) ? value.slice(0, 1) : []));
    // The waiting day is read again; days before yesterday are not.
    expect(first(asked.mock.calls)).toEqual(["2026-11-15"]);
    asked.mockClear();
    await overviewOf(account);
    expect(first(asked.mock.calls)).toEqual(["2026-11-20"]);
    // After a month, or if the clock was set back, each day is read again.
    vi.setSystemTime(new Date("2026-12-10T23:00:00Z"));
    expect(await overviewOf(account)).toMatchObject({ total: { sent: 3, failed: 2 }, replies: { total: 2 } });
    vi.setSystemTime(NOON);
    expect(await overviewOf(account)).toEqual(read);
    asked.mockRestore();
  });

  it("says what needs attention", async () => {
    const account = await testAccount({ balanceMicros: 5_000_000n });
    const { accountId } = account;
    const unspent = { spentToday: null, spentThisMonth: null };
    const fine = {
      held: 0,
      pausedWebhooks: [],
      balance: "fine",
      autoTopUp: "fine",
      ...unspent,
    };
    expect((await overviewOf(account)).attention).toEqual(fine);
    await addAlertRow(accountId, "balance", 5_000_000n);
    expect((await overviewOf(account)).attention.balance).toBe("fine");
    await addAlertRow(accountId, "balance", 5_000_001n);
    // The alert of this period has been sent. The next one is in the next period.
    await addAlertRow(accountId, "day", 20_000_000n, "2026-11-21");
    await addAlertRow(accountId, "day", 10_500_000n, "2026-11-22");
    await addAlertRow(accountId, "day", 2_000_000n, "2026-11-22");
    await addAlertRow(accountId, "month", 300_000_000n, "2026-12-01");
    await db().prisma.webhookEndpoint.create({
      data: {
        accountId,
        kind: "report",
        url: "https://example.com/",
        registeredAt: NOON,
        failingSince: NOON,
        pausedAt: NOON,
      },
    });
    expect((await overviewOf(account)).attention).toEqual({
      ...fine,
      pausedWebhooks: ["report"],
      balance: "low",
      spentToday: "10.50",
      spentThisMonth: "300.00",
    });
  });

  it("names an auto top-up that is paused, or keeps to a limit while the balance is low", async () => {
    const account = await topped({ balance: 100n });
    const { accountId } = account;
    const named = async () => (await overviewOf(account)).attention.autoTopUp;
    const set = async (data: object) => {
      await db().prisma.autoTopUp.update({ where: { accountId }, data });
      return named();
    };
    expect(await named()).toBe("fine");
    expect(await set({ limitKind: "day", limitUntil: new Date(NOON.getTime() + 1) })).toBe("fine");
    await db().prisma.account.update({ where: { id: accountId }, data: { balanceMicros: 1n } });
    expect(await named()).toBe("limited");
    expect(await set({ limitUntil: NOON })).toBe("fine");
    const unlimited = { limitKind: null, limitUntil: null };
    expect(await set({ ...unlimited, state: "paused", pausedFor: "declined", pausedAt: NOON })).toBe(
      "paused",
    );
    expect(await set({ state: "off", pausedFor: null, pausedAt: null })).toBe("fine");
  });

  it("knows which first steps are done", async () => {
    const account = await testAccount({ balanceMicros: 0n });
    const { accountId } = account;
    const fresh = await overviewOf(account);
    const nothing = { apiKey: false, message: false, webhook: false, domain: "none" };
    expect(fresh.firstSteps).toEqual({ money: false, ...nothing });
    expect(fresh).toMatchObject({ balance: "0.00", attention: { balance: "new" } });
    for (const amountMicros of [5_000_000n, -5_000_000n]) {
      const adjustment = { accountId, amountMicros, reason: "To begin with", key: newId() };
      await adjustBalance(db(), adjustment, { accountId, address: "198.51.100.1" }, NOON);
    }
    expect(await overviewOf(account)).toMatchObject({
      firstSteps: { money: true },
      attention: { balance: "none" },
    });
    const request = { accountId, domain: "example.com", requestedAt: NOON };
    await db().prisma.domainRequest.create({ data: request });
    expect((await overviewOf(account)).firstSteps.domain).toBe("requested");
    await db().prisma.approvedDomain.create({ data: { accountId, domain: "example.com", approvedAt: NOON } });
    expect((await overviewOf(account)).firstSteps.domain).toBe("approved");
  });

  it("tells nobody of another account, and nothing to who is not signed in", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    await messages(other.accountId, NOON, ["DELIVRD", "PENDING"]);
    await reply(other.accountId, NOON);
    const { total, replies, firstSteps } = await overviewOf(own);
    expect({ total, replies }).toEqual({
      total: { sent: 0, delivered: 0, failed: 0, waiting: 0 },
      replies: { today: 0, total: 0 },
    });
    expect(firstSteps.message).toBe(false);
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
  });
});
