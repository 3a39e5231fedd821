import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { monthsBefore } from "@/lib/billing/statements/months";
import { readStatement, type Statement } from "@/lib/contracts/members/billing";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { topUp } from "@/lib/ledger/top-up";
import { accept } from "@/lib/messages/accept/accept";
import { parseDollars } from "@/lib/money";
import { chargeLookupStatement } from "@/lib/numbers/lookup.sql";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET } = handlersOf("/api/members/billing/statement");

useTestDatabase();

/** 15 August in New Zealand, when the accounts are created, and the day of the tests. */
const OPENED = new Date("2026-08-15T00:00:00Z");
const NOW = new Date("2026-11-20T23:00:00Z");
/** The last moment of September in New Zealand, and the first of October. */
const SEPTEMBER = new Date("2026-09-30T10:59:59.999Z");
const OCTOBER = new Date("2026-09-30T11:00:00Z");

let account: TestAccount;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: OPENED });
  account = await testAccount();
  vi.setSystemTime(NOW);
});
afterEach(() => void vi.useRealTimers());

async function statementOf(of: TestAccount, month: string) {
  const called = await ask<Statement>(GET, of, { query: { month } });
  expect(called).toMatchObject({ status: 200 });
  expect(called.body).toEqual(readStatement.response.parse(called.body));
  const { opening, closing, lines } = called.body;
  const moved = lines.reduce((sum, { amount }) => sum + parseDollars(amount), 0n);
  expect(parseDollars(opening) + moved).toBe(parseDollars(closing));
  return called.body;
}

async function sent(at: Date, held = false): Promise<string> {
  const item = testItem({ dueAt: held ? null : at });
  const heldHosts = held ? ["bit.ly"] : [];
  const submission = testSubmission(account.accountId, { items: [item], heldHosts });
  await accept(db(), [submission], at, () => "");
  return item.id;
}

const deleted = (id: string, at: Date) => cancelNow({ accountId: account.accountId, ids: [id] }, at);

describe("a statement", () => {
  it("leads from its opening to its closing balance, and that to the next month's", async () => {
    const { accountId } = account;
    await sent(new Date("2026-08-20T00:00:00Z"));
    await sent(SEPTEMBER);
    // One message is billed in September and refunded in October. The other is billed and refunded in
    // October.
    const early = await sent(SEPTEMBER, true);
    await sent(OCTOBER);
    const late = await sent(OCTOBER, true);
    await deleted(early, new Date("2026-10-05T00:00:00Z"));
    await deleted(late, new Date("2026-10-06T00:00:00Z"));
    await topUp(db(), { accountId, amountMicros: 20_000_000n, note: "Invoice 17" }, OCTOBER);
    await db().query(chargeLookupStatement(accountId, { netMicros: 5_000n, gstMicros: 750n }, NOW));

    expect(await statementOf(account, "2026-09")).toMatchObject({
      opening: "9.885",
      closing: "9.655",
      isOpen: false,
      entries: [],
      entriesOmitted: 0,
      lines: [{ kind: "deduction", count: 2, amount: "-0.23", gst: "0.03" }],
    });
    const october = await statementOf(account, "2026-10");
    expect(october).toMatchObject({
      opening: "9.655",
      closing: "29.655",
      madeAt: "2026-11-21 12:00:00",
      lines: [
        { kind: "topup", count: 1, amount: "20.00", gst: "0.00" },
        { kind: "deduction", count: 2, amount: "-0.23", gst: "0.03" },
        { kind: "reversal", count: 2, amount: "0.23", gst: "0.03" },
      ],
      entries: [{ kind: "topup", amount: "20.00", note: "Invoice 17", at: "2026-10-01 00:00:00" }],
    });
    expect(october.account).toEqual({ id: accountId, name: "A test", email: account.userId, hasGst: true });

    const months = monthsBefore("2026-11", 4);
    const statements = await Promise.all(months.map((month) => statementOf(account, month)));
    expect(statements[0]?.opening).toBe("0.00");
    for (const [index, { opening }] of statements.slice(1).entries())
      expect(opening).toBe(statements[index]?.closing);
    expect(statements[3]).toMatchObject({ isOpen: true, lines: [{ kind: "lookup", amount: "-0.00575" }] });
    const { balance } = await books(accountId);
    expect(parseDollars(statements[3]?.closing ?? "")).toBe(balance);
  });

  it("has what was charged by send type and rate code, the same whenever it is asked", async () => {
    const codes = ["Shop", "Shop", null];
    for (const rateCode of codes) {
      const items = [testItem({ dueAt: SEPTEMBER })];
      await accept(
        db(),
        [testSubmission(account.accountId, { items, billedRateCode: rateCode })],
        SEPTEMBER,
        () => "",
      );
    }
    const held = await sent(SEPTEMBER, true);
    const before = await statementOf(account, "2026-09");
    expect(before).toMatchObject({
      charges: [
        {
          kind: "messages",
          sendType: "sms",
          rateCode: null,
          count: 2,
          net: "0.20",
          gst: "0.03",
          total: "0.23",
        },
        { kind: "messages", sendType: "sms", rateCode: "Shop", count: 2, net: "0.20", gst: "0.03" },
      ],
      chargeTotals: { net: "0.40", gst: "0.06", total: "0.46" },
      chargesOmitted: 0,
    });
    await deleted(held, OCTOBER);
    expect(await statementOf(account, "2026-09")).toEqual(before);
    expect(await statementOf(account, "2026-10")).toMatchObject({
      charges: [{ kind: "refunds", count: 1, net: "-0.10", gst: "-0.015", total: "-0.115" }],
      chargeTotals: { total: "-0.115" },
    });
  });

  describe("with a supplier", () => {
    const supplied = (settings: Record<string, string>) => {
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      reloadEnv();
    };
    afterEach(() => {
      vi.unstubAllEnvs();
      reloadEnv();
    });

    it("names it, and is a tax invoice of a month that is over and taxed, with a GST number", async () => {
      supplied({ SUPPLIER_NAME: "Tui Ltd" });
      await sent(OCTOBER);
      await sent(NOW);
      const supplier = { name: "Tui Ltd", address: [], gstNumber: null };
      expect(await statementOf(account, "2026-10")).toMatchObject({ supplier, isTaxInvoice: false });
      supplied({ SUPPLIER_GST_NUMBER: "49-091-850" });
      expect(await statementOf(account, "2026-10")).toMatchObject({ isTaxInvoice: true });
      expect(await statementOf(account, "2026-11")).toMatchObject({ isTaxInvoice: false, isOpen: true });
      expect(await statementOf(account, "2026-09")).toMatchObject({ isTaxInvoice: false, charges: [] });
    });

    it("is no tax invoice of a month with refunds alone", async () => {
      supplied({ SUPPLIER_NAME: "Tui Ltd", SUPPLIER_GST_NUMBER: "49-091-850" });
      await deleted(await sent(SEPTEMBER, true), OCTOBER);
      expect(await statementOf(account, "2026-09")).toMatchObject({ isTaxInvoice: true });
      expect(await statementOf(account, "2026-10")).toMatchObject({
        isTaxInvoice: false,
        charges: [{ kind: "refunds", total: "-0.115" }],
      });
    });

    it("is asked for of administrators alone, and only where there is none", async () => {
      expect(await statementOf(account, "2026-10")).toMatchObject({
        supplier: null,
        isSupplierAwaited: false,
      });
      await db().prisma.account.update({ where: { id: account.accountId }, data: { isAdmin: true } });
      expect(await statementOf(account, "2026-10")).toMatchObject({ isSupplierAwaited: true });
      supplied({ SUPPLIER_NAME: "Tui Ltd" });
      expect(await statementOf(account, "2026-10")).toMatchObject({ isSupplierAwaited: false });
    });
  });

  test.each([
    ["2026-07", "before the account began"],
    ["2026-12", "that has not begun"],
  ])("of %s does not exist: a month %s", async (month) => {
    expect(await ask(GET, account, { query: { month } })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  });

  test.each([{}, { month: "2026" }, { month: "2026-13" }])("of %j is refused", async (query) => {
    expect(await ask(GET, account, { query: { ...query } })).toMatchObject({ status: 400 });
  });

  it("has nothing of another account", async () => {
    vi.setSystemTime(OPENED);
    const other = await testAccount({ balanceMicros: 0n });
    vi.setSystemTime(NOW);
    await sent(OCTOBER);
    expect(await statementOf(other, "2026-10")).toMatchObject({
      opening: "0.00",
      closing: "0.00",
      lines: [],
      entries: [],
    });
    expect(await call(GET, { method: "GET", query: { month: "2026-10" } })).toMatchObject({ status: 401 });
  });
});
