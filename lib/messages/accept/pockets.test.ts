import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/callers/caller";
import { adjustBalance } from "@/lib/billing/adjust-balance";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { setPockets } from "@/lib/ledger/pockets";
import { topUp } from "@/lib/ledger/top-up";
import { accept, acceptWith } from "@/lib/messages/accept/accept";
import type { Outcome, Submission } from "@/lib/messages/accept/submission";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { lookupNumber } from "@/lib/numbers/lookup";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { keyed as keyedUntil, testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const KEPT_UNTIL = new Date(NOW.getTime() + 3_600_000);

let handles: Database[];
beforeEach(() => {
  handles = [1, 2].map(() => openDatabase(process.env.DATABASE_URL as string, 6));
});
afterEach(() => Promise.all(handles.map((handle) => handle.close())));

const handle = (n: number) => handles[n % handles.length] as Database;
const costing = (accountId: number, micros: bigint): Submission =>
  testSubmission(accountId, { items: [testItem({ netMicros: micros, gstMicros: 0n })] });
const keyed = (submission: Submission, key: string) => keyedUntil(submission, key, KEPT_UNTIL);

async function kinds(by: Database, submissions: Submission[]): Promise<Outcome["kind"][]> {
  return (await accept(by, submissions, NOW, () => "{}")).map(({ kind }) => kind);
}

/** As a slot of the batcher accepts: it waits for no lock. */
async function skipping(by: Database, submissions: Submission[]): Promise<string[]> {
  const terms = { now: NOW, render: () => "{}", locking: "skip", lease: null } as const;
  return (await acceptWith(by, submissions, terms)).map(({ kind }) => kind);
}

/** An account with so many pockets. */
async function pocketed(balanceMicros: bigint, pockets: number): Promise<number> {
  const { accountId } = await testAccount({ balanceMicros });
  await setPockets(db(), accountId, pockets);
  return accountId;
}

/** What the account's row has, and each pocket in order. */
async function purses(accountId: number): Promise<bigint[]> {
  const { balanceMicros, pocketRows } = await db().prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { balanceMicros: true, pocketRows: { orderBy: { number: "asc" } } },
  });
  return [balanceMicros, ...pocketRows.map((row) => row.balanceMicros)];
}

const audited = () =>
  auditBooks(db(), { since: null, until: new Date(Date.now() + 86_400_000), keptSince: null });

/** Whole numbers below `n`, the same in every run. */
function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

describe("a balance in pockets", () => {
  it("is divided evenly, and put together again", async () => {
    const accountId = await pocketed(1_003n, 4);
    expect(await purses(accountId)).toEqual([203n, 200n, 200n, 200n, 200n]);
    await setPockets(db(), accountId, 2);
    expect(await purses(accountId)).toEqual([335n, 334n, 334n]);
    await setPockets(db(), accountId, 1);
    expect(await purses(accountId)).toEqual([1_003n]);
    for (const wrong of [0, 17, 1.5, Number.NaN])
      await expect(setPockets(db(), accountId, wrong)).rejects.toThrow("An account has 1 to 16 pockets.");
    await expect(setPockets(db(), -1, 2)).rejects.toThrow("There is no such account.");
  });

  it("pays from a free pocket, whoever has the account and the others locked", async () => {
    const accountId = await pocketed(900n, 2);
    const [one, other] = handles as [Database, Database];
    // What this process has not seen yet it learns from the account's row.
    expect(await kinds(one, [costing(accountId, 1n)])).toEqual(["accepted"]);
    await other.transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${accountId} for no key update`);
      await tx.query(
        sql`select 1 from account_pockets where account_id = ${accountId} and number = 1 for update`,
      );
      expect(await skipping(one, [costing(accountId, 200n), costing(accountId, 100n)])).toEqual([
        "accepted",
        "accepted",
      ]);
      expect(await skipping(one, [costing(accountId, 1n)])).toEqual(["contended"]);
    });
    expect(await purses(accountId)).toEqual([299n, 300n, 0n]);
    expect(await books(accountId)).toMatchObject({ balance: 599n, ledger: 599n });
  });

  it("is gathered where no pocket covers a batch, refused where all of it does not, and spread again", async () => {
    const accountId = await pocketed(900n, 2);
    expect(await kinds(db(), [costing(accountId, 700n)])).toEqual(["accepted"]);
    expect(await purses(accountId)).toEqual([68n, 66n, 66n]);
    expect(
      await kinds(
        db(),
        [150n, 201n, 51n, 50n].map((micros) => costing(accountId, micros)),
      ),
    ).toEqual([...["accepted", "insufficient_funds", "insufficient_funds", "accepted"]]);
    expect(await purses(accountId)).toEqual([0n, 0n, 0n]);
    expect(await skipping(db(), [costing(accountId, 1n)])).toEqual(["contended"]);
    expect(await kinds(db(), [costing(accountId, 1n), costing(accountId, 0n)])).toEqual([
      ...["insufficient_funds", "accepted"],
    ]);
  });

  it("is decided by who waits, once other batches have ended that had pockets", async () => {
    const accountId = await pocketed(300n, 2);
    expect(await kinds(db(), [costing(accountId, 0n)])).toEqual(["accepted"]);
    const { waiting } = await handle(0).transaction(async (tx) => {
      await tx.query(sql`
        update account_pockets set balance_micros = balance_micros - 100 where account_id = ${accountId} and number = 2`);
      await tx.query(sql`update accounts set balance_micros = balance_micros + 100 where id = ${accountId}`);
      const given = { waiting: kinds(db(), [costing(accountId, 300n)]) };
      await someoneWaits();
      return given;
    });
    expect(await waiting).toEqual(["accepted"]);
    expect(await purses(accountId)).toEqual([0n, 0n, 0n]);
  });

  it("claims an idempotency key once, though two pockets pay at once, and waits for nobody in a round", async () => {
    const accountId = await pocketed(10_000n, 8);
    for (const by of handles) expect(await kinds(by, [costing(accountId, 1n)])).toEqual(["accepted"]);
    const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
    const batches = Array.from({ length: 12 }, (_, n) => {
      const inOrder = n % 2 === 0 ? keys : keys.toReversed();
      return kinds(
        handle(n),
        inOrder.map((key) => keyed(costing(accountId, 1n), key)),
      );
    });
    const outcomes = (await Promise.all(batches)).flat();
    expect(outcomes.filter((kind) => kind === "accepted")).toHaveLength(keys.length);
    expect(outcomes.filter((kind) => kind === "repeated")).toHaveLength(11 * keys.length);
    expect(await books(accountId)).toMatchObject({ balance: 9_978n, ledger: 9_978n });
  });

  it("pays for nothing any more once its account is disabled", async () => {
    const accountId = await pocketed(10_000n, 2);
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["accepted"]);
    await db().prisma.account.update({ where: { id: accountId }, data: { status: "disabled" } });
    expect(await skipping(db(), [costing(accountId, 1n)])).toEqual(["contended"]);
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["account_closed"]);
    expect(await books(accountId)).toMatchObject({ balance: 9_999n, ledger: 9_999n });
  });
});

describe("spenders at once, over two handles", () => {
  it("spend a balance to the last cent, and not one more", async () => {
    const accountId = await pocketed(115n * 137n, 8);
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

  it("are refused nothing that all pockets cover together, whatever each asks for", async () => {
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed);
      const accountId = await pocketed(20_000n, 1 + random(16));
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
      // Nothing was added: what was refused is more than there was then, and so more than there is left.
      expect(refused.length).toBeGreaterThan(0);
      for (const price of refused) expect(price).toBeGreaterThan(balance);
    }
    expect(await audited()).toEqual([]);
  });

  it("agree with the ledger beside all else that changes a balance, and while pockets come and go", async () => {
    const random = seeded(11);
    const accountId = await pocketed(3_000n, 4);
    const actor = { accountId, address: "203.0.113.7" };
    const caller = { accountId, hasGst: false, limitedKeyId: null } as unknown as Caller;
    const deeds: ((by: Database) => Promise<unknown>)[] = [
      (by) => kinds(by, [costing(accountId, BigInt(random(300))), costing(accountId, BigInt(random(300)))]),
      (by) => kinds(by, [keyed(costing(accountId, BigInt(random(50))), `key ${random(20)}`)]),
      (by) => skipping(by, [costing(accountId, BigInt(random(300)))]),
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
      (by) => setPockets(by, accountId, 1 + random(16)),
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
    expect(await audited()).toEqual([]);
    await setPockets(db(), accountId, 1);
    expect(await purses(accountId)).toEqual([(await books(accountId)).ledger]);
    expect((await messagesOf(accountId)).length).toBeGreaterThan(10);
    expect(await audited()).toEqual([]);
  }, 60_000);
});

const ignoring = (code: string) => (error: unknown) => {
  expect(error).toMatchObject({ code });
};
