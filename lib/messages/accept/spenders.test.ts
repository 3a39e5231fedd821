import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeAccount } from "@/lib/accounts/change-account";
import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import type { Caller } from "@/lib/auth/callers/caller";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { takeBack } from "@/lib/ledger/take-back";
import { topUp } from "@/lib/ledger/top-up";
import { accept, acceptWith } from "@/lib/messages/accept/accept";
import type { Outcome, Submission } from "@/lib/messages/accept/submission";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { lookupNumber } from "@/lib/numbers/lookup";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { keyed, testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const KEPT_UNTIL = new Date(NOW.getTime() + 3_600_000);

/** Two handles on the test's database, like those of two processes. */
let handles: Database[] = [];
beforeEach(() => {
  handles = [1, 2].map(() => openDatabase(process.env.DATABASE_URL as string, 6));
});
afterEach(async () => {
  await Promise.all(handles.map((handle) => handle.close()));
});
const handle = (n: number) => handles[n % handles.length] as Database;

/** Returns a send of one message at a price. */
const costing = (accountId: number, micros: bigint): Submission =>
  testSubmission(accountId, { items: [testItem({ netMicros: micros, gstMicros: 0n })] });

/** Returns the outcomes of a batch that waits for locks. */
async function kinds(by: Database, submissions: Submission[]): Promise<Outcome["kind"][]> {
  return (await accept(by, submissions, NOW, () => "{}")).map(({ kind }) => kind);
}

/** Returns the outcomes of a batch that skips locked accounts. */
async function skipping(by: Database, submissions: Submission[]): Promise<string[]> {
  const terms = { now: NOW, render: () => "{}", locking: "skip", leases: null } as const;
  return (await acceptWith(by, submissions, terms)).map(({ kind }) => kind);
}

/** Returns the findings of the audit of the books. */
const audited = () =>
  auditBooks(db(), { since: null, until: new Date(Date.now() + 86_400_000), keptSince: null });

/** Returns a generator of whole numbers below `n`, the same in every run. */
function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

/** Ignores a refusal with a code, and no other error. */
const ignoring = (code: string) => (error: unknown) => {
  expect(error).toMatchObject({ code });
};

describe("spenders at once, over two handles", () => {
  it("spend a balance to the last cent, and not one more", async () => {
    const { accountId } = await testAccount({ balanceMicros: 115n * 137n });
    const spenders = Array.from({ length: 12 }, async (_, n) => {
      const outcomes: Outcome["kind"][] = [];
      for (let time = 0; time < 8; time++) {
        const batch = Array.from({ length: 1 + (n % 3) }, () => costing(accountId, 115n));
        outcomes.push(...(await kinds(handle(n), batch)));
      }
      return outcomes;
    });
    const outcomes = (await Promise.all(spenders)).flat();
    expect(outcomes).toHaveLength(12 * 8 * 2);
    expect(outcomes.filter((kind) => kind === "accepted")).toHaveLength(137);
    expect(outcomes.filter((kind) => kind === "insufficient_funds")).toHaveLength(192 - 137);
    expect(await books(accountId)).toEqual({ balance: 0n, ledger: 0n, entries: 138 });
    expect(await audited()).toEqual([]);
  });

  it("are refused nothing that the balance covers, whatever each asks for", async () => {
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed);
      const { accountId } = await testAccount({ balanceMicros: 20_000n });
      const refused: bigint[] = [];
      const spenders = Array.from({ length: 10 }, async (_, n) => {
        for (let time = 0; time < 10; time++) {
          const micros = Array.from({ length: 1 + random(3) }, () => BigInt(1 + random(400)));
          const found = await kinds(
            handle(n),
            micros.map((price) => costing(accountId, price)),
          );
          refused.push(...micros.filter((_price, place) => found[place] === "insufficient_funds"));
          expect(new Set(["accepted", "insufficient_funds", ...found]).size).toBe(2);
        }
      });
      await Promise.all(spenders);
      const { balance, ledger } = await books(accountId);
      expect(balance).toBe(ledger);
      // Only debits happen: each refused price exceeded the balance of its time, and so exceeds the final balance.
      expect(refused.length).toBeGreaterThan(0);
      for (const price of refused) expect(price).toBeGreaterThan(balance);
    }
    expect(await audited()).toEqual([]);
  });

  it("agree with the ledger beside all else that changes a balance", async () => {
    const random = seeded(11);
    const { accountId } = await testAccount({ balanceMicros: 3_000n });
    const actor = { accountId, address: "203.0.113.7" };
    const caller = { accountId, hasGst: false, limitedKeyId: null } as unknown as Caller;
    const administrator = await testAccount();
    const office = { accountId: administrator.accountId, address: "203.0.113.7" };
    const payment = { id: newId(), accountId, creditedMicros: 10_000n };
    await db().prisma.cardPayment.create({ data: payment });
    const outcomes = new Set<string>();
    const noted = async (found: Promise<string[]>) => {
      for (const kind of await found) outcomes.add(kind);
    };
    const deeds: ((by: Database) => Promise<unknown>)[] = [
      (by) =>
        noted(
          kinds(
            by,
            [random(300), random(300)].map((micros) => costing(accountId, BigInt(micros))),
          ),
        ),
      (by) => {
        const keys = [random(30), random(30), random(30)];
        return noted(
          kinds(
            by,
            keys.map((key) => keyed(costing(accountId, 20n), `key ${key}`, KEPT_UNTIL)),
          ),
        );
      },
      (by) => noted(skipping(by, [costing(accountId, BigInt(random(300)))])),
      (by) => topUp(by, { accountId, amountMicros: BigInt(1 + random(400)), note: "More" }, NOW),
      (by) =>
        lookupNumber(by, caller, { number: "0211234567", feeMicros: BigInt(1 + random(500)) }, NOW).catch(
          ignoring("insufficient_funds"),
        ),
      (by) =>
        adjustBalance(
          by,
          {
            accountId,
            key: newId(),
            amountMicros: BigInt(random(2) === 0 ? -1 - random(500) : 1 + random(500)),
            reason: "A test",
          },
          actor,
          NOW,
        ).catch(ignoring("conflict")),
      async (by) => {
        const item = testItem({ dueAt: null, netMicros: BigInt(1 + random(200)), gstMicros: 0n });
        const [kind] = await kinds(by, [
          testSubmission(accountId, { items: [item], heldHosts: ["example.com"] }),
        ]);
        if (kind === "accepted") await cancelNow({ accountId, ids: [item.id] }, NOW);
      },
      (by) =>
        by.transaction(async (tx) => {
          await tx.query(sql`
            update card_payments set refunded_micros = least(credited_micros, refunded_micros + ${BigInt(random(300))})
            where id = ${payment.id}`);
          await takeBack(tx, payment.id, { note: "Refund", reference: newId() }, NOW);
        }),
      (by) => changeAccount(by, { accountId, unicodeEnabled: random(2) === 0 }, office, NOW),
      async (by) => {
        await setAccountEnabled(by, { accountId, enabled: false }, office, NOW);
        await setAccountEnabled(by, { accountId, enabled: true }, office, NOW);
      },
    ];
    const workers = Array.from({ length: 8 }, async (_, n) => {
      for (let time = 0; time < 25; time++) {
        await deeds[random(deeds.length)]?.(handle(n));
        const { balance, ledger } = await books(accountId);
        expect(balance).toBe(ledger);
        expect(balance).toBeGreaterThanOrEqual(0n);
      }
    });
    await Promise.all(workers);
    const usual = ["accepted", "insufficient_funds", "repeated", "contended", "account_closed"];
    expect([...outcomes].filter((kind) => !usual.includes(kind))).toEqual([]);
    expect(await audited()).toEqual([]);
    expect((await messagesOf(accountId)).length).toBeGreaterThan(10);
    expect(await audited()).toEqual([]);
  }, 60_000);
});
