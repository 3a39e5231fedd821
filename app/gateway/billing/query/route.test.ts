import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { GET, POST } from "@/app/gateway/billing/query/route";
import {
  type BillingDetailResponse,
  type BillingSummaryResponse,
  billingDetailResponse,
  billingSummaryResponse,
} from "@/lib/contracts/gateway/billing-query";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { topUp } from "@/lib/ledger/top-up";
import { accept } from "@/lib/messages/accept/accept";
import type { Item, Submission } from "@/lib/messages/accept/submission";
import { parseNzDateTime } from "@/lib/sms/nz-time";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

type Answer = Omit<BillingSummaryResponse, "mode"> & Omit<BillingDetailResponse, "mode"> & { error: string };

let account: TestAccount;
let overseas: TestAccount;
/** The gateway's IDs by the name of the test message. */
const sent = new Map<string, string>();

const at = (time: string) => parseNzDateTime(time, "start") as Date;

type BillingInput = Partial<Submission> & { item?: Partial<Item>; from?: TestAccount };

async function bill(name: string, time: string, { item, from = account, ...given }: BillingInput = {}) {
  const suffix = { sms: "", otp: "OTP", appointment: "APPT" }[given.sendType ?? "sms"];
  const billedRateCode = [given.rateCode, suffix].filter(Boolean).join("-") || null;
  const items = [testItem({ dueAt: given.heldHosts ? null : at(time), ...item })];
  const whole = testSubmission(from.accountId, { billedRateCode, items, customerMessageId: name, ...given });
  await accept(accountsDb(), [whole], at(time), () => "");
  sent.set(name, items[0]?.id ?? "");
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
  account = await testAccount({ balanceMicros: 1_000_000_000n });
  overseas = await testAccount({ country: "AU" });
  await bill("july", "2026-07-31 23:59:59");
  await bill("august", "2026-08-01 00:00:00", { rateCode: "old" });
  await bill("october", "2026-10-31 23:59:59", { rateCode: "shop" });
  await bill("plain", "2026-11-01 00:00:00", { parts: 3, customerMessageId: null });
  await bill("shop", "2026-11-05 09:00:00", { rateCode: "shop" });
  await bill("shop otp", "2026-11-05 10:00:00", { rateCode: "shop", sendType: "otp" });
  await bill("shop appt", "2026-11-05 11:00:00", { rateCode: "shop", sendType: "appointment" });
  await bill("sms -OTP", "2026-11-05 12:00:00", { rateCode: "shop-OTP" });
  await bill("otp", "2026-11-06 00:00:00", { sendType: "otp" });
  await bill("appt", "2026-11-06 01:00:00", { sendType: "appointment" });
  await bill("shopping", "2026-11-06 02:00:00", { rateCode: "shopping" });
  const item = { msisdn: "6493001234", invalidNumber: true };
  await bill("blocked", "2026-11-07 00:00:00", { rateCode: "blocked", item });
  await bill("gone", "2026-11-08 00:00:00", { rateCode: "gone", heldHosts: ["bit.ly"] });
  await cancelNow({ accountId: account.accountId, ids: [sent.get("gone") as string] }, at("2026-11-09"));
  await bill("december", "2026-12-01 00:00:00");
  // Ledger entries of the month that are not for messages.
  const { accountId } = account;
  await topUp(accountsDb(), { accountId, amountMicros: 5_000_000n, note: "Card" }, at("2026-11-05"));
  await accountsDb().query(sql`
    insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, created_at) values
      (${newId()}::uuid, ${accountId}, 'adjustment', -1000, 1000, 0, ${at("2026-11-05")}::timestamptz),
      (${newId()}::uuid, ${accountId}, 'lookup', -5750, 5000, 750, ${at("2026-11-05 10:30:00")}::timestamptz)`);
  await bill("abroad", "2026-11-05 09:00:00", {
    rateCode: "theirs",
    item: { gstMicros: 0n },
    from: overseas,
  });
});
afterAll(() => vi.useRealTimers());

async function query(parameters: object = {}, from: TestAccount = account) {
  const { userId, password } = from;
  const called = await call<Answer>(POST, { json: { userId, password, ...parameters } });
  if (called.status === 200) {
    const contract = "transactions" in called.body ? billingDetailResponse : billingSummaryResponse;
    expect(called.body).toEqual(contract.parse(called.body));
  }
  return called;
}

/** Returns the rows as `code/type messages`. */
async function rows(parameters: object): Promise<string[]> {
  const { status, body } = await query(parameters);
  expect(status).toBe(200);
  return body.rateCodes.map(({ rateCode, sendType, messages }) => `${rateCode}/${sendType} ${messages}`);
}

/** Returns the names of the listed transactions. */
async function listed(parameters: object): Promise<(string | undefined)[]> {
  const { status, body } = await query({ detail: 1, ...parameters });
  expect(status).toBe(200);
  const names = new Map([...sent].map(([name, id]) => [id, name]));
  return body.transactions.map(({ messageId }) => names.get(messageId));
}

const ONE = { messages: 1, segments: 1, amount: 0.1, gst: 0.015, totalInclGst: 0.115 };

describe("the billing summary", () => {
  it("sums the current month by rate code and send type", async () => {
    const { status, body } = await query();
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "success",
      mode: "summary",
      rateCodes: [
        { rateCode: "APPT", sendType: "appointment", ...ONE },
        { rateCode: "OTP", sendType: "otp", ...ONE },
        { rateCode: "blocked", sendType: "sms", ...ONE },
        { rateCode: "shop", sendType: "sms", ...ONE },
        { rateCode: "shop-APPT", sendType: "appointment", baseRateCode: "shop", ...ONE },
        { rateCode: "shop-OTP", sendType: "sms", ...ONE },
        { rateCode: "shop-OTP", sendType: "otp", baseRateCode: "shop", ...ONE },
        { rateCode: "shopping", sendType: "sms", ...ONE },
        { rateCode: "untagged", sendType: "sms", ...ONE, segments: 3 },
      ],
      totals: { messages: 9, segments: 11, amount: 0.9, gst: 0.135, totalInclGst: 1.035 },
      filters: { rateCode: null, start_date: "2026-11-01 00:00:00", end_date: "2026-11-30 23:59:59" },
    });
  });

  test.each<[object, string[]]>([
    [{ month: "2026-10" }, ["shop/sms 1"]],
    [{ month: "2026-07" }, ["untagged/sms 1"]],
    [{ month: "2026-06" }, []],
    [{ month: "9999-12" }, []],
    [{ month: "2026-12", start_date: "2026-10-31", end_date: "2026-10-31" }, ["shop/sms 1"]],
    [{ start_date: "2026-10-31", end_date: "2026-11-01" }, ["shop/sms 1", "untagged/sms 1"]],
    [
      { start_date: "2026-10-31 23:59:59", end_date: "2026-11-01 00:00:00" },
      ["shop/sms 1", "untagged/sms 1"],
    ],
    [{ start_date: "2026-11-01 00:00:01", end_date: "2026-11-05 09:00:00" }, ["shop/sms 1"]],
    [{ start_date: "2026-11-05 10:00:00", end_date: "2026-11-05 10:00:00" }, ["shop-OTP/otp 1"]],
    [{ start_date: "2026-01-01", end_date: "2027-01-01", rateCode: "untagged" }, ["untagged/sms 3"]],
    [{ rateCode: "shop" }, ["shop/sms 1", "shop-APPT/appointment 1", "shop-OTP/otp 1"]],
    [{ rateCode: "shop-OTP" }, ["shop-OTP/sms 1", "shop-OTP/otp 1"]],
    [{ rateCode: "untagged" }, ["untagged/sms 1"]],
    [{ rateCode: "OTP" }, ["OTP/otp 1"]],
    [{ rateCode: "SHOP" }, []],
    [{ rateCode: "gone" }, []],
    [{ rateCode: "sho%" }, []],
    [{ detail: "0", limit: "1", page: "9", rateCode: "blocked" }, ["blocked/sms 1"]],
  ])("by %o", async (parameters, expected) => {
    expect(await rows(parameters)).toEqual(expected);
  });

  it("tells the filters as it understood them", async () => {
    const range = { start_date: "2026-11-05", end_date: "2026-11-06 10:00:00" };
    expect((await query({ ...range, rateCode: "shop" })).body).toMatchObject({
      totals: { messages: 3, segments: 3, amount: 0.3, gst: 0.045, totalInclGst: 0.345 },
      filters: { rateCode: "shop", start_date: "2026-11-05 00:00:00", end_date: "2026-11-06 10:00:00" },
    });
  });

  it("has nothing of another account, and no GST where there is none", async () => {
    expect((await query({}, overseas)).body).toMatchObject({
      rateCodes: [{ rateCode: "theirs", amount: 0.1, gst: 0, totalInclGst: 0.1 }],
      totals: { messages: 1 },
    });
    const nothing = { messages: 0, segments: 0, amount: 0, gst: 0, totalInclGst: 0 };
    expect((await query({ rateCode: "shop" }, overseas)).body).toMatchObject({
      rateCodes: [],
      totals: nothing,
    });
    expect((await query({ rateCode: "theirs" })).body).toMatchObject({ rateCodes: [], totals: nothing });
  });
});

describe("the billing detail", () => {
  it("lists each transaction, newest first", async () => {
    const { status, body } = await query({ detail: 1, rateCode: "shop" });
    expect(status).toBe(200);
    const entries = await accountsDb().prisma.ledgerEntry.findMany({ where: { kind: "deduction" } });
    const entryOf = new Map(entries.map((entry) => [entry.messageId, entry.id]));
    const common = { to: "64211234567", segments: 1, amount: 0.1, gst: 0.015, totalInclGst: 0.115 };
    expect(body).toEqual({
      status: "success",
      mode: "detail",
      transactions: [
        ["shop appt", "appointment", "shop-APPT", "2026-11-05 11:00:00"],
        ["shop otp", "otp", "shop-OTP", "2026-11-05 10:00:00"],
        ["shop", "sms", "shop", "2026-11-05 09:00:00"],
      ].map(([name = "", sendType, rateCode, billedAt]) => {
        const messageId = sent.get(name) as string;
        const ids = { transactionId: entryOf.get(messageId), messageId, customerMessageId: name };
        return { ...ids, ...common, sendType, rateCode, billedAt };
      }),
      pagination: {
        page: 1,
        limit: 100,
        totalRecords: 3,
        totalPages: 1,
        hasNextPage: false,
        hasPreviousPage: false,
      },
      filters: { rateCode: "shop", start_date: "2026-11-01 00:00:00", end_date: "2026-11-30 23:59:59" },
    });
    const [plain] = (await query({ detail: 1, rateCode: "untagged" })).body.transactions;
    expect(plain).toMatchObject({ customerMessageId: null, rateCode: "untagged", segments: 3 });
  });

  test.each<[object, string[]]>([
    [{ rateCode: "blocked" }, ["blocked"]],
    [{ rateCode: "gone" }, []],
    [{ rateCode: "OTP" }, ["otp"]],
    [{ rateCode: "shop-OTP", limit: 1 }, ["sms -OTP"]],
    [{ start_date: "2026-10-31", end_date: "2026-11-01" }, ["plain", "october"]],
    [{ start_date: "2026-10-31 23:59:59", end_date: "2026-11-01 00:00:00" }, ["plain", "october"]],
    [{ start_date: "2026-11-01 00:00:01", end_date: "2026-11-05 09:00:00" }, ["shop"]],
    // The account has no charges before August 2026.
    [{ start_date: "2026-01-01", end_date: "2026-08-31" }, ["august"]],
    [{ start_date: "2026-07-31 10:00:00", end_date: "2026-08-01 00:00:00" }, ["august"]],
    [{ start_date: "2026-01-01", end_date: "2026-07-31" }, []],
    [{ month: "2026-07" }, []],
    [{ limit: 2 }, ["blocked", "shopping"]],
    [{ limit: "2", page: "2" }, ["appt", "otp"]],
    [{ limit: 2, page: 5 }, ["plain"]],
    [{ limit: 2, page: 6 }, []],
    [{ limit: 500, page: 1_000_000 }, []],
  ])("by %o", async (parameters, expected) => {
    expect(await listed(parameters)).toEqual(expected);
  });

  it("has what the summary has, and tells where a page stands", async () => {
    expect((await listed({})).join()).toBe(
      "blocked,shopping,appt,otp,sms -OTP,shop appt,shop otp,shop,plain",
    );
    expect((await query({ detail: 1, limit: 4, page: 2 })).body.pagination).toEqual({
      page: 2,
      limit: 4,
      totalRecords: 9,
      totalPages: 3,
      hasNextPage: true,
      hasPreviousPage: true,
    });
    expect((await query({ detail: "1", limit: 501 })).body.pagination.limit).toBe(500);
  });

  it("counts nothing from before August 2026, though the filters tell what was asked", async () => {
    const { body } = await query({ detail: 1, start_date: "2026-07-01", end_date: "2026-08-31" });
    expect(body.pagination.totalRecords).toBe(1);
    expect(body.filters.start_date).toBe("2026-07-01 00:00:00");
  });

  it("lists nothing of another account", async () => {
    expect((await query({ detail: 1, rateCode: "shop" }, overseas)).body).toMatchObject({
      transactions: [],
      pagination: { totalRecords: 0, totalPages: 0 },
    });
    expect((await query({ detail: 1 }, overseas)).body.pagination.totalRecords).toBe(1);
  });
});

describe("what is refused", () => {
  const range = (start_date: unknown, end_date: unknown) => ({ start_date, end_date });

  test.each<[object, RegExp]>([
    [{ month: "2026-13" }, /^Parameter 'month' must be a month that exists, as YYYY-MM\.$/],
    [{ month: "2026-1" }, /^Parameter 'month'/],
    [{ month: "November" }, /^Parameter 'month'/],
    [{ month: 202611 }, /^Parameter 'month' must be a month that exists/],
    [{ start_date: "2026-11-01" }, /^Parameter 'start_date' must be given together with 'end_date'/],
    [{ end_date: "2026-11-01" }, /^Parameter 'end_date' must be given together with 'start_date'/],
    [{ month: "2026-11", end_date: "2026-11-01" }, /^Parameter 'end_date' must be given together/],
    [range("2026-02-30", "2026-03-01"), /^Parameter 'start_date' must be a date that exists/],
    [range("2026-03-01", "tomorrow"), /^Parameter 'end_date' must be a date that exists/],
    [range("2026-11-02", "2026-11-01"), /^Parameter 'start_date' must not be after 'end_date'/],
    [range("2026-01-01", "2027-01-02"), /^Parameter 'end_date' must be at most 366 days after/],
    // One second too long, over both clock changes.
    [range("2026-01-01 23:00:00", "2027-01-02 23:00:01"), /^Parameter 'end_date' must be at most 366/],
    [{ detail: 2 }, /^Parameter 'detail' must be a whole number from 0 to 1/],
    [{ detail: "yes" }, /^Parameter 'detail'/],
    [{ detail: 1, limit: 0 }, /^Parameter 'limit' must be a whole number/],
    [{ detail: 1, limit: "all" }, /^Parameter 'limit'/],
    [{ detail: 1, page: 0 }, /^Parameter 'page' must be a whole number/],
    [{ detail: 1, page: 1.5 }, /^Parameter 'page'/],
    [{ rateCode: "x".repeat(101) }, /^Parameter 'rateCode' must be at most 100 characters/],
    [{ rateCode: "a\u0000b" }, /^Parameter 'rateCode' must not contain/],
    [{ rateCode: ["shop"] }, /^Parameter 'rateCode' must be a text/],
  ])("answers 400 to %o", async (parameters, sentence) => {
    const { status, body } = await query(parameters);
    expect(status).toBe(400);
    expect(body.error).toMatch(sentence);
  });

  it("answers 401 without credentials or with wrong ones, and 405 to GET", async () => {
    expect((await query({}, { ...account, password: "wrong" })).status).toBe(401);
    expect((await call(POST, { form: {} })).status).toBe(401);
    const got = await call(GET, { method: "GET" });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
