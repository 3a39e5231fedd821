import { describe, expect, it, vi } from "vitest";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import type { Idempotency } from "@/lib/messages/accept/submission";
import { useTestDatabase } from "@/tests/support/database/database";
import { lockWaits } from "@/tests/support/database/lock-waits";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");

/** Returns a database that counts its statements, and the most concurrent ones. */
function counting() {
  const counts = { statements: 0, most: 0 };
  let inFlight = 0;
  const database: Database = {
    ...db(),
    query: async (statement) => {
      counts.statements++;
      counts.most = Math.max(counts.most, ++inFlight);
      try {
        return await db().query(statement);
      } finally {
        inFlight--;
      }
    },
  };
  return { counts, database };
}

describe("AcceptBatcher", () => {
  it("accepts an account's requests that come at once in a few statements, one at a time", async () => {
    const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
    const { counts, database } = counting();
    const requests = Array.from({ length: 300 }, () =>
      acceptBatcherOf(database).accept(testSubmission(accountId), NOW, () => ""),
    );
    expect(new Set((await Promise.all(requests)).map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
    // Concurrent requests share batches of a hundred.
    expect(counts).toEqual({ statements: 3, most: 1 });
    expect(await messagesOf(accountId)).toHaveLength(300);
    expect(await books(accountId)).toMatchObject({ balance: 1_000_000_000n - 300n * 115_000n });
  });

  it("keeps what follows a press of a button out of everybody else's batch", async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => testAccount()));
    const { counts, database } = counting();
    const transaction = vi.spyOn(database, "transaction");
    const outcomes = accounts.map(({ accountId }, index) => {
      const form = index % 2 === 0 ? undefined : { send: { name: "Spring" }, draftId: undefined };
      return acceptBatcherOf(database).accept(testSubmission(accountId, { form }), NOW, () => "");
    });
    for (const { kind } of await Promise.all(outcomes)) expect(kind).toBe("accepted");
    expect([counts.statements, transaction.mock.calls.length]).toEqual([1, 2]);
  });

  it("lets other accounts through beside a busy one", async () => {
    const busy = await testAccount({ balanceMicros: 10_000_000_000n });
    const other = await testAccount();
    const { counts, database } = counting();
    const bulk = () => Array.from({ length: 5_000 }, () => testItem());
    const slow = Array.from({ length: 3 }, () =>
      acceptBatcherOf(database).accept(testSubmission(busy.accountId, { items: bulk() }), NOW, () => ""),
    );
    const order: string[] = [];
    const last = slow.at(-1)?.then(() => order.push("busy"));
    await vi.waitUntil(() => counts.statements > 0, { interval: 1, timeout: 10_000 });
    await acceptBatcherOf(database)
      .accept(testSubmission(other.accountId), NOW, () => "")
      .then(() => order.push("other"));
    await last;
    expect(order).toEqual(["other", "busy"]);
    expect(counts.most).toBe(2);
  });

  it("refuses all that a broke account asks for in one statement, and answers each in its place", async () => {
    const { accountId } = await testAccount({ balanceMicros: 2n * 115_000n });
    const { counts, database } = counting();
    const requests = Array.from({ length: 60 }, () =>
      acceptBatcherOf(database).accept(testSubmission(accountId), NOW, () => ""),
    );
    const kinds = (await Promise.all(requests)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(2).fill("accepted"), ...Array(58).fill("insufficient_funds")]);
    expect(counts.statements).toBe(1);
  });

  it("tells every request of a statement that failed, and goes on with the next", async () => {
    const { accountId } = await testAccount();
    let broken = true;
    const database: Database = {
      ...db(),
      query: (statement) => (broken ? Promise.reject(new Error("no database")) : db().query(statement)),
    };
    const give = () => acceptBatcherOf(database).accept(testSubmission(accountId), NOW, () => "");
    const outcomes = await Promise.all([give(), give(), give()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed", "failed"]);
    broken = false;
    expect((await give()).kind).toBe("accepted");
  });

  it("takes what many accounts ask for at once in a few statements, each account's in order", async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => testAccount()));
    const { counts, database } = counting();
    const given = Array.from({ length: 200 }, (_, index) => {
      const { accountId } = accounts[index % 20] as TestAccount;
      return { accountId, submission: testSubmission(accountId) };
    });
    const order: number[] = [];
    const outcomes = await Promise.all(
      given.map(({ submission }, index) =>
        acceptBatcherOf(database)
          .accept(submission, NOW, () => "")
          .then((outcome) => {
            order.push(index);
            return outcome.kind;
          }),
      ),
    );
    expect(outcomes).toEqual(Array(200).fill("accepted"));
    expect(counts.statements).toBeLessThanOrEqual(6);
    expect(counts.most).toBeLessThanOrEqual(2);
    for (const [place, { accountId }] of accounts.entries()) {
      expect(order.filter((index) => index % 20 === place)).toEqual(
        Array.from({ length: 10 }, (_, n) => n * 20 + place),
      );
      expect(await books(accountId)).toMatchObject({ balance: 10_000_000n - 10n * 115_000n });
    }
  });

  it("keeps nobody waiting for an account that somebody else holds", async () => {
    const [held, free, first] = await Promise.all([testAccount(), testAccount(), testAccount()]);
    const give = ({ accountId }: TestAccount) =>
      acceptBatcherOf(db()).accept(testSubmission(accountId), NOW, () => "");
    let release = () => {};
    const holding = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order: string[] = [];
    let isHeld = () => {};
    const taken = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const other = db().transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${held.accountId} for update`);
      isHeld();
      await holding;
    });
    await taken;
    // All five share a batch, in which the two requests of the locked account are contended.
    const beside = [give(first), give(first), give(held), give(free), give(held)];
    const ends = beside.map((outcome, index) => outcome.then(({ kind }) => order.push(`${index} ${kind}`)));
    await beside[3];
    const later = give(free).then(({ kind }) => order.push(`later ${kind}`));
    await later;
    const isOfHeld = (end: string) => /^[24] /.test(end);
    expect(order.filter(isOfHeld)).toEqual([]);
    release();
    await Promise.all([...ends, other]);
    expect(order.filter(isOfHeld)).toEqual(["2 accepted", "4 accepted"]);
    expect(order).toHaveLength(6);
    expect(await books(held.accountId)).toMatchObject({ balance: 10_000_000n - 2n * 115_000n });
  });

  it("fails the one request that the database refuses, and none beside it", async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => testAccount()));
    const submissions = accounts.map(({ accountId }, index) =>
      testSubmission(accountId, index === 4 ? { body: "a character that no text has: \0" } : {}),
    );
    const outcomes = await Promise.all(
      submissions.map((submission) => acceptBatcherOf(db()).accept(submission, NOW, () => "")),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "accepted",
      "accepted",
      "accepted",
      "accepted",
      "failed",
      "accepted",
    ]);
    for (const [index, { accountId }] of accounts.entries())
      expect(await messagesOf(accountId)).toHaveLength(index === 4 ? 0 : 1);
  });

  it("says of an account that is closed meanwhile that it is, whoever else is in the statement", async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => testAccount()));
    const closed = accounts[3] as TestAccount;
    await db().prisma.account.update({ where: { id: closed.accountId }, data: { status: "disabled" } });
    const outcomes = await Promise.all(
      accounts.map(({ accountId }) => acceptBatcherOf(db()).accept(testSubmission(accountId), NOW, () => "")),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "accepted",
      "accepted",
      "accepted",
      "account_closed",
      "accepted",
    ]);
  });

  /** Locks accounts in another transaction while `work` runs. */
  async function whileHeld(accounts: readonly TestAccount[], work: (release: () => void) => Promise<void>) {
    const other = openDatabase(process.env.DATABASE_URL ?? "", 1);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await new Promise<void>((isHeld, failed) => {
      const ids = accounts.map(({ accountId }) => accountId);
      other
        .transaction(async (tx) => {
          await tx.query(
            sql`select 1 from accounts where id = any(${ids}::int[]) order by id for no key update`,
          );
          isHeld();
          await held;
        })
        .catch(failed);
    });
    await work(release).finally(release);
    await other.close();
  }

  const give = ({ accountId }: TestAccount, database = db()) =>
    acceptBatcherOf(database).accept(testSubmission(accountId), NOW, () => "");

  it("keeps its slots free although every account of its batch is locked", async () => {
    const accounts = await Promise.all([testAccount(), testAccount(), testAccount()]);
    const [one, other, free] = accounts as [TestAccount, TestAccount, TestAccount];
    await whileHeld([one, other], async (release) => {
      let isReleased = false;
      const held = [give(one), give(other)].map((outcome) => outcome.then(({ kind }) => [kind, isReleased]));
      expect((await give(free)).kind).toBe("accepted");
      await expect.poll(lockWaits).toBe(2);
      expect((await give(free)).kind).toBe("accepted");
      isReleased = true;
      release();
      expect(await Promise.all(held)).toEqual([
        ["accepted", true],
        ["accepted", true],
      ]);
    });
  });

  it("leaves connections to others, however many accounts are held, and takes each in the end", async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => testAccount()));
    const pool = openDatabase(process.env.DATABASE_URL ?? "", 6);
    await whileHeld(accounts, async (release) => {
      const held = accounts.map((account) => give(account, pool));
      await expect.poll(lockWaits).toBe(4);
      await pool.query(sql`select 1`);
      expect(await lockWaits()).toBe(4);
      release();
      expect((await Promise.all(held)).map(({ kind }) => kind)).toEqual(Array(20).fill("accepted"));
    });
    await pool.close();
  });

  it("fails the one request whose response cannot be made, and takes nothing for it", async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => testAccount()));
    const bad = accounts[3] as TestAccount;
    const outcomes = await Promise.all(
      accounts.map((account) =>
        account === bad
          ? acceptBatcherOf(db()).accept(
              testSubmission(bad.accountId, { idempotency: keyed("bad") }),
              NOW,
              () => {
                throw new Error("no response");
              },
            )
          : give(account),
      ),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "accepted",
      "accepted",
      "accepted",
      "failed",
      "accepted",
    ]);
    expect(await messagesOf(bad.accountId)).toEqual([]);
    expect(await books(bad.accountId)).toMatchObject({ balance: 10_000_000n });
  });
});

function keyed(name: string): Idempotency {
  return {
    key: name.padEnd(64, "0"),
    requestHash: Buffer.from(name),
    expiresAt: new Date(NOW.getTime() + 86_400_000),
    responseSecret: name,
  };
}
