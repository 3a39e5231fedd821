import { beforeAll, describe, expect, it } from "vitest";
import { changesStatement } from "@/lib/accounts/changes.sql";
import { meStatement } from "@/lib/accounts/me/read-me.sql";
import { readOverview } from "@/lib/accounts/overview";
import { readAccount } from "@/lib/accounts/read-account";
import { readBalance } from "@/lib/accounts/read-balance";
import { searchAccounts } from "@/lib/accounts/search-accounts";
import type { Caller } from "@/lib/auth/callers/caller";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { lowAccountsStatement as lowAlerts } from "@/lib/billing/alerts/alerts.sql";
import { lowAccountsStatement as lowTopUps, needStatement } from "@/lib/billing/auto-top-up/payments.sql";
import { readFigures } from "@/lib/billing/figures/read-figures";
import { queryBilling } from "@/lib/billing/query-billing";
import { readBillingFacts } from "@/lib/billing/statements/facts";
import { readStatement } from "@/lib/billing/statements/statement";
import { listRateCodes, readUsage } from "@/lib/billing/statements/usage";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { billedStatement } from "@/lib/jobs/metrics/read-metrics.sql";
import { foldPocketDays } from "@/lib/ledger/fold-pocket-days";
import { setPockets } from "@/lib/ledger/pockets";
import { topUp } from "@/lib/ledger/top-up";
import { accept } from "@/lib/messages/accept/accept";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { recipientsStatement } from "@/lib/messages/send/bulk-send.sql";
import { lookupNumber } from "@/lib/numbers/lookup";
import { addAlertRow } from "@/tests/support/alerts";
import { topped } from "@/tests/support/auto-top-ups";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { books } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const LATER = new Date("2026-11-22T23:00:00Z");
const ALL = { since: null, until: new Date("2027-01-01T00:00:00Z"), keptSince: null };

/** Accounts for which the same was done, with pockets and without. */
let pocketed: number;
let plain: number;

/** An account that was charged, credited and paid back. */
async function twin(pockets: number): Promise<number> {
  const { accountId } = await topped({ balance: 30n, below: 25n });
  await setPockets(db(), accountId, pockets);
  await addAlertRow(accountId, "balance", 25_000_000n);
  await addAlertRow(accountId, "day", 500_000n);
  const held = testItem({ dueAt: null });
  const coded = { rateCode: "A", billedRateCode: "A" };
  for (const submission of [
    testSubmission(accountId, { items: [testItem(), testItem()] }),
    testSubmission(accountId, { ...coded, items: [testItem(), held], heldHosts: ["example.com"] }),
    testSubmission(accountId, { ...coded, items: [testItem()] }),
  ])
    expect(await accept(db(), [submission], NOW, () => "")).toMatchObject([{ kind: "accepted" }]);
  await cancelNow({ accountId, ids: [held.id] }, NOW);
  const caller = { accountId, hasGst: true } as Caller;
  await lookupNumber(db(), caller, { number: "0211234567", feeMicros: 40_000n }, NOW);
  await topUp(db(), { accountId, amountMicros: 1_000_000n, note: "More" }, NOW);
  const adjustment = { accountId, key: newId(), amountMicros: -2_000_000n, reason: "Less" };
  await adjustBalance(db(), adjustment, { accountId, address: "203.0.113.7" }, NOW);
  return accountId;
}

/** All that is told of an account's money, but for what names it, and when it was opened. */
async function told(accountId: number) {
  const read = await readAccount(db(), accountId, 0, NOW);
  const { id: _, email: _email, people: _people, createdAt: _opened, ...account } = read;
  const month = { accountId, month: "2026-11", supplier: undefined, isAdmin: false };
  const { account: _account, entries, ...statement } = await readStatement(db(), month, NOW);
  const {
    accounts: _own,
    account: _named,
    ...figures
  } = await readFigures(db(), { account: accountId, by: "day" }, NOW);
  const [found] = (await searchAccounts(db(), { q: `#${accountId}`, page: 1, limit: 1 })).accounts;
  const [me] = await db().query<{ balanceMicros: bigint }>(meStatement({ accountId, personId: accountId }));
  const [sent] = await db().query<{ balanceMicros: bigint }>(recipientsStatement(accountId, []));
  const [changes] = await db().query<{ balance: string }>(changesStatement([accountId]));
  return {
    account,
    statement,
    figures,
    balance: await readBalance(db(), accountId),
    found: found?.balance,
    me: me?.balanceMicros,
    sent: sent?.balanceMicros,
    changed: changes?.balance,
    amounts: entries.map(({ amount }) => amount),
    overview: await readOverview(db(), accountId, NOW),
    facts: { ...(await readBillingFacts(db(), accountId, "", NOW)), accountId: null },
    usage: await readUsage(db(), accountId, NOW),
    codes: await listRateCodes(db(), accountId, { page: 1, limit: 10 }, NOW),
    // Two days, so that whole ones are read from their sums.
    summary: await queryBilling(
      db(),
      accountId,
      {
        start_date: new Date("2026-11-19T11:00:00Z"),
        end_date: new Date("2026-11-22T10:59:59Z"),
        page: 1,
        limit: 10,
      } as never,
      NOW,
    ),
  };
}

const rowOf = async (accountId: number) =>
  (await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } })).balanceMicros;

beforeAll(async () => {
  [pocketed, plain] = [await twin(4), await twin(1)];
});

describe("an account with pockets", () => {
  it("is told the same as one without, wherever its money is read", async () => {
    const { balance } = await books(pocketed);
    expect(await rowOf(pocketed)).toBeLessThan(balance / 3n);
    expect(await db().prisma.pocketDay.count({ where: { accountId: pocketed, pocket: 0 } })).toBe(1);
    expect(await db().prisma.pocketDay.count({ where: { accountId: plain } })).toBe(0);
    const [one, other] = [await told(pocketed), await told(plain)];
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      balance: { balance: "28.494" },
      overview: { balance: "28.494", total: { sent: 4 }, attention: { balance: "fine" } },
      summary: { totals: { messages: 4, amount: 0.4 } },
      codes: { totals: { messages: 4, amount: "0.40" } },
    });
    expect(await auditBooks(db(), ALL)).toEqual([]);
  });

  it("is not thought low while its pockets have enough, and is once they have not", async () => {
    const low = async () => {
      const accounts = [lowAlerts(), lowTopUps(NOW, 100)].map((statement) =>
        db().query<{ accountId: number }>(statement),
      );
      const month = new Date("2026-10-31T11:00:00Z");
      const needs = await db().query(needStatement(pocketed, { now: NOW, month }));
      const isLow = (await Promise.all(accounts)).map((rows) =>
        rows.some((row) => row.accountId === pocketed),
      );
      return [...isLow, needs.length > 0];
    };
    expect(await low()).toEqual([false, false, false]);
    const adjustment = { accountId: pocketed, key: newId(), amountMicros: -4_000_000n, reason: "Spent" };
    await adjustBalance(db(), adjustment, { accountId: pocketed, address: "203.0.113.7" }, NOW);
    expect(await low()).toEqual([true, true, true]);
  });

  it("has its sums in its billing days once their day is over, and what is reversed after that", async () => {
    const [day] = await db().query<object>(billedStatement("2026-11-21"));
    expect(day).toMatchObject({ messages: 8n, netMicros: 800_000n });
    await foldPocketDays(db(), NOW);
    expect(await db().prisma.pocketDay.count()).toBeGreaterThan(0);
    await Promise.all([foldPocketDays(db(), LATER), foldPocketDays(db(), LATER)]);
    expect(await db().prisma.pocketDay.count()).toBe(0);
    expect(await db().query(billedStatement("2026-11-21"))).toEqual([day]);
    expect(await auditBooks(db(), ALL)).toEqual([]);
    const message = await db().prisma.message.findFirstOrThrow({
      where: { accountId: pocketed, status: "PENDING" },
    });
    expect(await cancelNow({ accountId: pocketed, ids: [message.id] }, LATER)).toBe(1);
    expect(await db().query(billedStatement("2026-11-21"))).toMatchObject([{ messages: 7n }]);
    expect(await auditBooks(db(), ALL)).toEqual([]);
  });
});
