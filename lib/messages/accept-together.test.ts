import { describe, expect, it } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { acceptTogether } from "@/lib/messages/accept-together";
import { useTestDatabase } from "@/lib/testing/database";
import { books, messagesOf, testAccount } from "@/lib/testing/gateway";
import { testItem, testSubmission } from "@/lib/testing/submission";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");

/** A database that counts what is asked of it, and how much of it at once. */
function counting() {
  const counts = { statements: 0, most: 0 };
  let underWay = 0;
  const database: Database = {
    ...db(),
    query: async (statement) => {
      counts.statements++;
      counts.most = Math.max(counts.most, ++underWay);
      try {
        return await db().query(statement);
      } finally {
        underWay--;
      }
    },
  };
  return { counts, database };
}

describe("acceptTogether", () => {
  it("accepts an account's requests that come at once in a few statements, one at a time", async () => {
    const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
    const { counts, database } = counting();
    const requests = Array.from({ length: 300 }, () =>
      acceptTogether(database, testSubmission(accountId), NOW, () => ""),
    );
    expect(new Set((await Promise.all(requests)).map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
    // The first goes alone; behind it they gather by the hundred.
    expect(counts).toEqual({ statements: 4, most: 1 });
    expect(await messagesOf(accountId)).toHaveLength(300);
    expect(await books(accountId)).toMatchObject({ balance: 1_000_000_000n - 300n * 115_000n });
  });

  it("lets other accounts through beside a busy one", async () => {
    const busy = await testAccount({ balanceMicros: 10_000_000_000n });
    const other = await testAccount();
    const { counts, database } = counting();
    const bulk = () => Array.from({ length: 5_000 }, () => testItem());
    const slow = Array.from({ length: 3 }, () =>
      acceptTogether(database, testSubmission(busy.accountId, { items: bulk() }), NOW, () => ""),
    );
    const order: string[] = [];
    const last = slow.at(-1)?.then(() => order.push("busy"));
    await acceptTogether(database, testSubmission(other.accountId), NOW, () => "").then(() =>
      order.push("other"),
    );
    await last;
    expect(order).toEqual(["other", "busy"]);
    expect(counts.most).toBe(2);
  });

  it("refuses all that a broke account asks for in one statement, and answers each in its place", async () => {
    const { accountId } = await testAccount({ balanceMicros: 2n * 115_000n });
    const { counts, database } = counting();
    const requests = Array.from({ length: 60 }, () =>
      acceptTogether(database, testSubmission(accountId), NOW, () => ""),
    );
    const kinds = (await Promise.all(requests)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(2).fill("accepted"), ...Array(58).fill("insufficient_funds")]);
    expect(counts.statements).toBe(2);
  });

  it("tells every request of a statement that failed, and goes on with the next", async () => {
    const { accountId } = await testAccount();
    let broken = true;
    const database: Database = {
      ...db(),
      query: (statement) => (broken ? Promise.reject(new Error("no database")) : db().query(statement)),
    };
    const give = () => acceptTogether(database, testSubmission(accountId), NOW, () => "");
    const outcomes = await Promise.all([give(), give(), give()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed", "failed"]);
    broken = false;
    expect((await give()).kind).toBe("accepted");
  });
});
