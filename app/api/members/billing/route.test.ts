import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  type BillingFacts,
  listRateCodes,
  type MonthUsage,
  type RateCodeUsage,
  readBilling,
  readUsage,
} from "@/lib/contracts/members/billing";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: rateCodes } = handlersOf("/api/members/billing/rate-codes");
const { GET } = handlersOf("/api/members/billing");
const { GET: usage } = handlersOf("/api/members/billing/usage");

useTestDatabase();

const NOON = new Date("2026-11-20T23:00:00Z");
/** The last moment of October in New Zealand, and the first of November. */
const OCTOBER = new Date("2026-10-31T10:59:59.999Z");
const NOVEMBER = new Date("2026-10-31T11:00:00Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

async function billed(accountId: number, at: Date, overrides: Partial<Submission> = {}) {
  const items = [testItem({ dueAt: overrides.heldHosts ? null : at })];
  await accept(db(), [testSubmission(accountId, { items, ...overrides })], at, () => "");
  return items.map(({ id }) => id);
}

async function factsOf(account: TestAccount) {
  const { body } = await ask<BillingFacts>(GET, account, {});
  expect(body).toEqual(readBilling.response.parse(body));
  return body;
}

describe("billing", () => {
  it("tells the balance, how more money comes, and for which account", async () => {
    const account = await testAccount();
    expect(await factsOf(account)).toEqual({
      accountId: account.accountId,
      balance: "10.00",
      owed: null,
      hasGst: true,
      isCountryAwaited: false,
      firstMonth: "2026-11",
      thisMonth: "2026-11",
      topUpInstructions: "To add money to your balance, contact your provider.",
    });
    expect(await factsOf(await testAccount({ country: "AU" }))).toMatchObject({ hasGst: false });
  });

  it("tells what is owed", async () => {
    const account = await testAccount({ balanceMicros: 0n });
    await db().prisma.account.update({ where: { id: account.accountId }, data: { owedMicros: 12_500_000n } });
    expect(await factsOf(account)).toMatchObject({ balance: "0.00", owed: "12.50" });
  });

  test.each([
    ["billing", GET],
    ["usage", usage],
    ["rate codes", rateCodes],
  ])("shows %s to who is signed in", async (_, handler) => {
    expect(await call(handler, { method: "GET" })).toMatchObject({ status: 401 });
  });
});

describe("usage", () => {
  it("is by New Zealand month, without what was given back, and the account's own", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    const { accountId } = account;
    await billed(accountId, OCTOBER, { parts: 2 });
    await billed(accountId, NOVEMBER);
    const ids = await billed(accountId, NOVEMBER, { heldHosts: ["bit.ly"] });
    await cancelNow({ accountId, ids }, NOON);
    await billed(other.accountId, NOVEMBER);
    const { body } = await ask<{ months: MonthUsage[] }>(usage, account, {});
    expect(body).toEqual(readUsage.response.parse(body));
    expect(body.months).toHaveLength(12);
    expect(body.months[0]).toEqual({
      month: "2025-12",
      messages: 0,
      segments: 0,
      amount: "0.00",
      gst: "0.00",
      total: "0.00",
    });
    const one = { messages: 1, amount: "0.10", gst: "0.015", total: "0.115" };
    expect(body.months.slice(-2)).toEqual([
      { month: "2026-10", segments: 2, ...one },
      { month: "2026-11", segments: 1, ...one },
    ]);
  });

  it("by rate code has the dearest first, its pages, and totals of all", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    const { accountId } = account;
    for (const code of ["shop", "shop", "news"])
      await billed(accountId, NOVEMBER, { rateCode: code, billedRateCode: code });
    await billed(accountId, NOVEMBER, { sendType: "otp", billedRateCode: "OTP" });
    await billed(accountId, NOVEMBER);
    await billed(accountId, OCTOBER, { rateCode: "old", billedRateCode: "old" });
    const ids = await billed(accountId, NOVEMBER, { billedRateCode: "gone", heldHosts: ["bit.ly"] });
    await cancelNow({ accountId, ids }, NOON);
    await billed(other.accountId, NOVEMBER, { rateCode: "theirs", billedRateCode: "theirs" });
    const page = async (query: Record<string, string>) => {
      const { body } = await ask<RateCodeUsage>(rateCodes, account, { query });
      expect(body).toEqual(listRateCodes.response.parse(body));
      return body;
    };
    const all = await page({});
    expect(all.rateCodes.map(({ rateCode, messages }) => [rateCode, messages])).toEqual([
      ["shop", 2],
      [null, 1],
      ["OTP", 1],
      ["news", 1],
    ]);
    expect(all.month).toBe("2026-11");
    expect(all.totals).toEqual({ messages: 5, segments: 5, amount: "0.50", gst: "0.075", total: "0.575" });
    const second = await page({ limit: "3", page: "2" });
    expect(second.rateCodes).toMatchObject([{ rateCode: "news" }]);
    expect(second).toMatchObject({ totals: all.totals, pagination: { totalRecords: 4, hasNextPage: false } });
    expect((await page({ month: "2026-10" })).rateCodes).toMatchObject([{ rateCode: "old" }]);
    expect((await page({ month: "2025-01" })).rateCodes).toEqual([]);
    const refused = await ask(rateCodes, account, { query: { month: "2026-13" } });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_parameter" } });
  });
});
