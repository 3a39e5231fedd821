import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { type LedgerPage, listLedger } from "@/lib/contracts/members/billing";
import { db } from "@/lib/db/client";
import { topUp } from "@/lib/ledger/top-up";
import { accept } from "@/lib/messages/accept/accept";
import { chargeLookupStatement } from "@/lib/numbers/lookup.sql";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: exported } = handlersOf("/api/members/billing/ledger/export");
const { GET } = handlersOf("/api/members/billing/ledger");

useTestDatabase();

const OPENED = new Date("2026-10-15T00:00:00Z");
const at = (minute: number) => new Date(Date.parse("2026-11-20T23:00:00Z") + minute * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: OPENED }));
afterEach(() => void vi.useRealTimers());

async function page(account: TestAccount, query: Record<string, string> = {}) {
  const called = await ask<LedgerPage>(GET, account, { query });
  expect(called).toMatchObject({ status: 200 });
  expect(called.body).toEqual(listLedger.response.parse(called.body));
  return called.body;
}

/**
 * Creates an account with an opening balance in October. November has a top-up, a message, a refunded message
 * and a number lookup.
 */
async function withHistory(): Promise<TestAccount> {
  const account = await testAccount();
  const { accountId } = account;
  await topUp(db(), { accountId, amountMicros: 50_000_000n, note: "=Invoice 17" }, at(0));
  const sent = { rateCode: "shop", billedRateCode: "shop", parts: 2 };
  await accept(db(), [testSubmission(accountId, { ...sent, items: [testItem()] })], at(1), () => "");
  const items = [testItem({ dueAt: null, msisdn: "64211234568" })];
  await accept(db(), [testSubmission(accountId, { heldHosts: ["bit.ly"], items })], at(2), () => "");
  await cancelNow({ accountId, ids: items.map(({ id }) => id) }, at(3));
  const fee = { netMicros: 5_000n, gstMicros: 750n };
  await db().query(chargeLookupStatement(accountId, fee, at(4)));
  return account;
}

describe("the ledger", () => {
  it("has every change of the balance, the newest first", async () => {
    const { entries, newer, older } = await page(await withHistory());
    expect(entries.map(({ kind, amount, gst, at, to }) => [kind, amount, gst, at, to])).toEqual([
      ["lookup", "-0.00575", "0.00075", "2026-11-21 12:04:00", null],
      ["reversal", "0.115", "0.015", "2026-11-21 12:03:00", "64211234568"],
      ["deduction", "-0.115", "0.015", "2026-11-21 12:02:00", "64211234568"],
      ["deduction", "-0.115", "0.015", "2026-11-21 12:01:00", "64211234567"],
      ["topup", "50.00", "0.00", "2026-11-21 12:00:00", null],
      ["topup", "10.00", "0.00", "2026-10-15 13:00:00", null],
    ]);
    expect(entries[3]).toMatchObject({ rateCode: "shop", segments: 2, messageId: expect.any(String) });
    expect(entries[4]).toMatchObject({ note: "=Invoice 17", messageId: null });
    expect([newer, older]).toEqual([null, null]);
  });

  it("is paged both ways", async () => {
    const account = await withHistory();
    const all = (await page(account)).entries;
    const first = await page(account, { limit: "4" });
    const second = await page(account, { limit: "4", before: first.older ?? "" });
    expect([...first.entries, ...second.entries]).toEqual(all);
    expect([first.newer, second.older]).toEqual([null, null]);
    expect([first.total, second.total]).toEqual(Array(2).fill({ count: 6, isMore: false }));
    const back = await page(account, { limit: "4", after: second.newer ?? "" });
    expect(back.entries).toEqual(first.entries);
  });

  it("is filtered by kind and by New Zealand month", async () => {
    const account = await withHistory();
    const kinds = async (query: Record<string, string>) => {
      const { entries, total } = await page(account, query);
      expect(total).toEqual({ count: entries.length, isMore: false });
      return entries.map(({ kind }) => kind);
    };
    expect(await kinds({ kind: "topup" })).toEqual(["topup", "topup"]);
    expect(await kinds({ kind: "topup", month: "2026-11" })).toEqual(["topup"]);
    expect(await kinds({ kind: "deduction" })).toEqual(["deduction", "deduction"]);
    expect(await kinds({ month: "2026-10" })).toEqual(["topup"]);
    expect(await kinds({ kind: "adjustment" })).toEqual([]);
  });

  test.each([[{ kind: "gift" }], [{ month: "2026-00" }], [{ before: "yesterday" }], [{ limit: "0" }]])(
    "refuses %j",
    async (query) => {
      const refused = await ask(GET, await testAccount(), { query });
      expect(refused).toMatchObject({ status: 400, body: { code: "invalid_parameter" } });
    },
  );

  it("as a file has the same, with amounts as numbers and no formula", async () => {
    const account = await withHistory();
    const { status, text, headers } = await ask(exported, account, { query: { month: "2026-11" } });
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain('"ledger-2026-11.csv"');
    const lines = text
      .replace(/^\ufeff/, "")
      .trimEnd()
      .split("\r\n");
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(
      /^2026-11-21 12:04:00,[0-9a-f-]{36},lookup,-0.00575,-0.00075,,,,,Number lookup$/,
    );
    expect(lines[4]).toMatch(/,deduction,-0.115,-0.015,[0-9a-f-]{36},64211234567,shop,2,$/);
    expect(lines[5]).toMatch(/,topup,50,0,,,,,'=Invoice 17$/);
    expect((await ask(exported, account, { query: { kind: "gift" } })).status).toBe(400);
  });

  itByHandlers("as a file is whole, however many batches it takes", async () => {
    const account = await testAccount({ balanceMicros: 1_000_000_000n });
    const items = Array.from({ length: 2_500 }, () => testItem());
    await accept(db(), [testSubmission(account.accountId, { items })], at(0), () => "");
    const { text } = await ask(exported, account, { query: {} });
    const ids = text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[1]);
    expect(ids).toHaveLength(2_501);
    expect(new Set(ids).size).toBe(2_501);
  });

  it("is nobody else's", async () => {
    const account = await withHistory();
    const other = await testAccount({ balanceMicros: 0n });
    const { older } = await page(account, { limit: "1" });
    expect((await page(other, { before: older ?? "" })).entries).toEqual([]);
    expect((await page(other)).entries).toEqual([]);
    const file = await ask(exported, other, { query: {} });
    expect(file.text.trimEnd().split("\r\n")).toHaveLength(1);
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    expect(await call(exported, { method: "GET" })).toMatchObject({ status: 401 });
  });
});
