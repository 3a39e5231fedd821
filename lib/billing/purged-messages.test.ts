import { beforeAll, expect, it, vi } from "vitest";
import { queryBilling } from "@/lib/billing/query-billing";
import { ledgerCells, listLedger, readLedger } from "@/lib/billing/statements/ledger";
import type { LedgerRow } from "@/lib/billing/statements/ledger.sql";
import { listMovements } from "@/lib/billing/statements/list-movements";
import { readStatement } from "@/lib/billing/statements/statement";
import { listRateCodes, readUsage } from "@/lib/billing/statements/usage";
import { type BillingDetailResponse, billingQueryRequest } from "@/lib/contracts/gateway/billing-query";
import { db } from "@/lib/db/client";
import { topUp } from "@/lib/ledger/top-up";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { agedMessage } from "@/tests/support/database/aged";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/**
 * 15 August in New Zealand, when the account begins; and an instant in September there, up to which messages are
 * purged.
 */
const OPENED = new Date("2026-08-15T00:00:00Z");
const BEFORE = new Date("2026-09-14T12:00:00Z");
const NOW = new Date("2026-11-20T23:00:00Z");
const GONE = 12;
const KEPT = 8;
const DAY_MS = 86_400_000;

let accountId: number;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: OPENED });
  accountId = (await testAccount()).accountId;
  vi.setSystemTime(NOW);
  await topUp(
    db(),
    { accountId, amountMicros: 5_000_000n, note: "Invoice 17" },
    new Date("2026-08-20T00:00:00Z"),
  );
  // One message every two and a half days, some of them one-time codes. One purged message and one kept message were
  // held and refunded.
  for (let nth = 0; nth < GONE + KEPT; nth++) {
    const at = new Date(BEFORE.getTime() + (nth - GONE) * 2.5 * DAY_MS + 1_000);
    const held = nth % 10 === 5;
    const id = await agedMessage(accountId, at, {
      customerMessageId: `order-${nth}`,
      heldHosts: held ? ["bit.ly"] : [],
      parts: 1 + (nth % 3),
      ...(nth % 4 === 0 ? { sendType: "otp", billedRateCode: "shop-OTP", rateCode: "shop" } : {}),
      item: { msisdn: `6421100${1000 + nth}`, dueAt: held ? null : at },
    });
    if (held) await cancelNow({ accountId, ids: [id] }, new Date(at.getTime() + DAY_MS));
  }
  return () => vi.useRealTimers();
});

const query = (parameters: object) =>
  queryBilling(db(), accountId, billingQueryRequest.parse(parameters), NOW);

/** Returns all sums of money. Purging messages must not change them. */
async function accounts() {
  const months = ["2026-08", "2026-09", "2026-10", "2026-11"];
  return {
    books: await books(accountId),
    days: await db().prisma.billingDay.findMany({ orderBy: [{ day: "asc" }, { sendType: "asc" }] }),
    statements: await Promise.all(
      months.map((month) =>
        readStatement(db(), { accountId, month, supplier: undefined, isAdmin: false }, NOW),
      ),
    ),
    summaries: await Promise.all(months.map((month) => query({ month }))),
    // The edges are parts of days, which are summed from the ledger.
    range: await query({ start_date: "2026-08-18 12:00:00", end_date: "2026-09-15 11:59:59" }),
    usage: await readUsage(db(), accountId, NOW),
    rateCodes: await listRateCodes(db(), accountId, { month: "2026-09", page: 1, limit: 10 }, NOW),
    movements: await listMovements(db(), { accountId, page: 1, limit: 100 }),
  };
}

const detail = async (parameters: object) =>
  (await query({ detail: 1, ...parameters })) as BillingDetailResponse;
const wholeDetail = () => detail({ start_date: "2026-08-01", end_date: "2026-11-30", limit: 500 });

it("are still in every sum, statement and list", async () => {
  const before = await accounts();
  const [billed, ledger] = [await wholeDetail(), await listLedger(db(), accountId, { limit: 100 })];
  expect(billed.transactions).toHaveLength(GONE + KEPT - 2);
  expect(billed.transactions.at(-1)).toMatchObject({ to: "64211001000", customerMessageId: "order-0" });

  expect(await purgeOld(db(), BEFORE)).toEqual({ sent: GONE, received: 0 });

  expect(await accounts()).toEqual(before);
  const isGone = ({ to }: { to: string | null }) => to !== null && to < `6421100${1000 + GONE}`;
  expect(await wholeDetail()).toEqual({
    ...billed,
    transactions: billed.transactions.map((entry) =>
      isGone(entry) ? { ...entry, to: null, customerMessageId: null } : entry,
    ),
  });
  expect(await listLedger(db(), accountId, { limit: 100 })).toEqual({
    ...ledger,
    entries: ledger.entries.map((entry) => (isGone(entry) ? { ...entry, to: null } : entry)),
  });
});

it("are in the pages of the detail and the rows of the file, with nothing of who they went to", async () => {
  const pages = [1, 2, 3].map((page) =>
    detail({ start_date: "2026-08-01", end_date: "2026-11-30", limit: 7, page }),
  );
  const ids = (await Promise.all(pages)).flatMap(({ transactions }) =>
    transactions.map(({ transactionId }) => transactionId),
  );
  expect(new Set(ids).size).toBe(GONE + KEPT - 2);
  const rows = await readLedger(db(), accountId, {}, { place: null, direction: "older", limit: 100 });
  const oldest = rows.findLast(({ kind }) => kind === "deduction") as LedgerRow;
  expect(ledgerCells(oldest)).toEqual([
    "2026-08-16 00:00:01",
    oldest.id,
    "deduction",
    -0.115,
    -0.015,
    expect.any(String),
    null,
    "shop-OTP",
    1,
    null,
  ]);
});
