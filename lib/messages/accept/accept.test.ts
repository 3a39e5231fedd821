import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import type { Outcome, Submission } from "@/lib/messages/accept/submission";
import { useTestDatabase } from "@/tests/support/database/database";
import { keyed as keyedUntil, testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");

async function kinds(submissions: Submission[]): Promise<Outcome["kind"][]> {
  return (await accept(db(), submissions, NOW, () => "{}")).map(({ kind }) => kind);
}

function costing(accountId: number, micros: bigint): Submission {
  return testSubmission(accountId, { items: [testItem({ netMicros: micros, gstMicros: 0n })] });
}

const keyed = (submission: Submission, key: string) =>
  keyedUntil(submission, key, new Date(NOW.getTime() + 1000));

describe("accept", () => {
  it("takes many submissions of many accounts at once, each whole or not at all", async () => {
    const [a, b] = [await testAccount({ balanceMicros: 100n }), await testAccount({ balanceMicros: 5n })];
    const twice = (accountId: number, micros: bigint) => ({
      ...costing(accountId, 0n),
      items: [testItem({ netMicros: micros, gstMicros: 0n }), testItem({ netMicros: micros, gstMicros: 0n })],
    });
    expect(
      await kinds([
        twice(a.accountId, 30n),
        twice(b.accountId, 3n),
        costing(b.accountId, 5n),
        costing(a.accountId, 41n),
      ]),
    ).toEqual(["accepted", "insufficient_funds", "accepted", "insufficient_funds"]);
    expect(await books(a.accountId)).toMatchObject({ balance: 40n, ledger: 40n });
    expect(await books(b.accountId)).toMatchObject({ balance: 0n, ledger: 0n });
    expect(await messagesOf(a.accountId)).toHaveLength(2);
    expect(await messagesOf(b.accountId)).toHaveLength(1);
  });

  it("weighs what comes behind a refusal without it", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10n });
    const submissions = [4n, 100n, 4n, 3n, 2n].map((micros) => costing(accountId, micros));
    expect(await kinds(submissions)).toEqual([
      "accepted",
      "insufficient_funds",
      "accepted",
      "insufficient_funds",
      "accepted",
    ]);
    expect(await books(accountId)).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it("spends the last cent once, however many requests race for it", async () => {
    const { accountId } = await testAccount({ balanceMicros: 115_000n });
    const racing = Array.from({ length: 20 }, () => kinds([testSubmission(accountId)]));
    const outcomes = (await Promise.all(racing)).flat();
    expect(outcomes.filter((kind) => kind === "accepted")).toHaveLength(1);
    expect(outcomes.filter((kind) => kind === "insufficient_funds")).toHaveLength(19);
    expect(await books(accountId)).toEqual({ balance: 0n, ledger: 0n, entries: 2 });
  });

  it("does not deadlock on batches that name the same accounts in different orders", async () => {
    const accounts = await Promise.all([testAccount(), testAccount(), testAccount()]);
    const forwards = accounts.map(({ accountId }) => costing(accountId, 1n));
    const batches = Array.from({ length: 30 }, (_, index) =>
      kinds(
        (index % 2 === 0 ? forwards : forwards.toReversed()).map((s) => ({
          ...s,
          items: [testItem({ netMicros: 1n, gstMicros: 0n })],
        })),
      ),
    );
    await Promise.all(batches);
    for (const { accountId } of accounts) {
      expect(await books(accountId)).toMatchObject({ balance: 9_999_970n, ledger: 9_999_970n });
    }
  });

  it("claims an idempotency key once, within a batch and between batches", async () => {
    const { accountId } = await testAccount();
    const again = () => keyed(testSubmission(accountId), "k");
    expect(await kinds([again(), again(), keyed(testSubmission(accountId), "other")])).toEqual([
      "accepted",
      "repeated",
      "accepted",
    ]);
    expect(await kinds([again(), testSubmission(accountId)])).toEqual(["repeated", "accepted"]);
    expect(await messagesOf(accountId)).toHaveLength(3);
    expect(await books(accountId)).toMatchObject({ balance: 10_000_000n - 3n * 115_000n });
  });

  it("does not count a repeat against what comes behind it", async () => {
    const { accountId } = await testAccount({ balanceMicros: 230_000n });
    expect(await kinds([keyed(testSubmission(accountId), "k")])).toEqual(["accepted"]);
    expect(await kinds([keyed(testSubmission(accountId), "k"), testSubmission(accountId)])).toEqual([
      "repeated",
      "accepted",
    ]);
    expect(await books(accountId)).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it("keeps the response in the same transaction, and nothing at all when that fails", async () => {
    const { accountId } = await testAccount();
    const crash = () => {
      throw new Error("the server stops here");
    };
    const [outcome] = await accept(db(), [keyed(testSubmission(accountId), "k")], NOW, crash);
    expect(outcome).toMatchObject({ kind: "failed", error: { message: "the server stops here" } });
    expect(await messagesOf(accountId)).toHaveLength(0);
    expect(await books(accountId)).toMatchObject({ balance: 10_000_000n, ledger: 10_000_000n });
    expect(await db().prisma.idempotencyKey.count({ where: { accountId } })).toBe(0);
  });

  it("refuses an account that was disabled meanwhile, and lets the others through", async () => {
    const [gone, other] = [await testAccount(), await testAccount()];
    await db().prisma.account.update({ where: { id: gone.accountId }, data: { status: "disabled" } });
    expect(await kinds([testSubmission(gone.accountId), testSubmission(other.accountId)])).toEqual([
      "account_closed",
      "accepted",
    ]);
  });

  it("keeps the ledger equal to the balance through a random mix of sends", async () => {
    const accounts = await Promise.all(
      [3_000n, 500n, 0n].map((balanceMicros) => testAccount({ balanceMicros })),
    );
    const random = seeded(7);
    const batches = Array.from({ length: 60 }, () =>
      Array.from({ length: 1 + random(4) }, () => {
        const { accountId } = accounts[random(3)] as { accountId: number };
        const items = Array.from({ length: 1 + random(5) }, () =>
          testItem({
            netMicros: BigInt(random(40)),
            gstMicros: BigInt(random(6)),
            invalidNumber: random(5) === 0,
          }),
        );
        const submission = testSubmission(accountId, { items });
        return random(3) === 0 ? keyed(submission, `key ${random(10)}`) : submission;
      }),
    );
    const outcomes = (await Promise.all(batches.map(kinds))).flat();
    expect(new Set(outcomes)).toEqual(new Set(["accepted", "insufficient_funds", "repeated"]));
    for (const { accountId } of accounts) {
      const { balance, ledger } = await books(accountId);
      expect(balance).toBe(ledger);
      expect(balance).toBeGreaterThanOrEqual(0n);
      const billed = await db().prisma.ledgerEntry.count({ where: { accountId, kind: "deduction" } });
      expect(billed).toBe((await messagesOf(accountId)).length);
    }
  });
});

describe("the database itself", () => {
  it("refuses a negative balance, a second deduction and a queue entry for what is held", async () => {
    const { accountId } = await testAccount();
    await accept(db(), [testSubmission(accountId)], NOW, () => "");
    const [message] = await messagesOf(accountId);
    const update = db().prisma.account.update({ where: { id: accountId }, data: { balanceMicros: -1n } });
    await expect(update).rejects.toThrow(/accounts_balance_check/);
    const id = message?.id as string;
    const entry = await db().prisma.ledgerEntry.findFirstOrThrow({ where: { messageId: id } });
    const second = db().prisma.ledgerEntry.create({ data: { ...entry, id: testItem().id } });
    await expect(second).rejects.toThrow(/Unique constraint|ledger_entries_deduction_key/);
    const queued = db().prisma.queuedMessage.updateMany({ where: { messageId: id }, data: { held: true } });
    await expect(queued).rejects.toThrow(/message_queue_held_check/);
  });
});

/** Returns a generator of whole numbers below `n`, the same in every run. */
function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}
