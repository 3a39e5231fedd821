import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { acceptBatcherOf, MAX_WAIT_MS } from "@/lib/messages/accept/accept-batcher";
import { useTestDatabase } from "@/tests/support/database/database";
import { testSubmission } from "@/tests/support/database/submission";
import { messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const REFUSED = { kind: "failed", error: { code: "unavailable", headers: { "Retry-After": "1" } } };
const ACCEPTED = { kind: "accepted" };

let own: Database;
beforeEach(() => {
  own = openDatabase(process.env.DATABASE_URL ?? "", 6);
});
afterEach(async () => {
  vi.useRealTimers();
  await own.close();
});

const give = ({ accountId }: TestAccount) =>
  acceptBatcherOf(own).accept(testSubmission(accountId), NOW, () => "");

/** Holds the locks of a statement. @returns a function that releases them. */
function hold(statement: Sql): Promise<() => Promise<void>> {
  return new Promise((held, failed) => {
    let release = () => {};
    const letGo = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = db().transaction(async (tx) => {
      await tx.query(statement);
      held(() => {
        release();
        return holding;
      });
      await letGo;
    });
    holding.catch(failed);
  });
}

/** Counts the statements that wait for a lock. */
async function lockWaits(): Promise<number> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db().query(waiting)).length;
}

const fakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

it("refuses who waits too long for a database that stands still, and accepts nothing of it later", async () => {
  const [first, behind, other] = [await testAccount(), await testAccount(), await testAccount()];
  const release = await hold(sql`lock table messages in access exclusive mode`);
  fakeTimers();
  const underWay = give(first);
  await expect.poll(lockWaits).toBe(1);
  const waiting = [give(first), give(behind)];
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS / 2);
  const later = give(other);
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS / 2 + 500);
  expect(await Promise.all(waiting)).toMatchObject([REFUSED, REFUSED]);
  await release();
  expect(await Promise.all([underWay, later])).toMatchObject([ACCEPTED, ACCEPTED]);
  expect(await give(behind)).toMatchObject(ACCEPTED);
  for (const { accountId } of [first, behind, other]) expect(await messagesOf(accountId)).toHaveLength(1);
});

it("refuses who waits too long behind accounts that somebody else holds", async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => testAccount()));
  const last = accounts[4] as TestAccount;
  const ids = accounts.map(({ accountId }) => accountId);
  const release = await hold(
    sql`select 1 from accounts where id = any(${ids}::int[]) order by id for no key update`,
  );
  fakeTimers();
  const held = accounts.map(give);
  await expect.poll(lockWaits).toBe(4);
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS + 500);
  expect(await held.pop()).toMatchObject(REFUSED);
  await release();
  expect(await Promise.all(held)).toMatchObject(Array(4).fill(ACCEPTED));
  expect(await give(last)).toMatchObject(ACCEPTED);
  expect(await messagesOf(last.accountId)).toHaveLength(1);
});
