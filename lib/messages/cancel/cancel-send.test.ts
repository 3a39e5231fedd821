import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { cancelLeft, cancelSend } from "@/lib/messages/cancel/cancel-send";
import { CANCEL_BATCH } from "@/lib/messages/cancel/cancel-waiting";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { keepSend } from "@/tests/support/keep-send";
import { ask } from "@/tests/support/member";
import { books, emptyQueue, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: cancelOverHttp } = handlersOf("/api/members/messages/send/cancel");
const { GET: readSend } = handlersOf("/api/members/messages/send");

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const LATER = new Date("2026-11-30T20:00:00Z");
const FULL = 10_000_000_000n;

/** Creates a bulk send of the given number of scheduled messages. */
async function bulkSend(account: TestAccount, count: number): Promise<string> {
  const items = Array.from({ length: count }, () => testItem({ dueAt: LATER, sendAt: LATER }));
  await accept(db(), [testSubmission(account.accountId, { items })], NOW, () => "");
  const [first = "", ...others] = items.map(({ id }) => id);
  return keepSend(db(), account.accountId, [first, ...others], { acceptedAt: NOW });
}

const rich = () => testAccount({ balanceMicros: FULL });
const waiting = ({ accountId }: TestAccount) => db().prisma.queuedMessage.count({ where: { accountId } });
const mark = async (id: string) =>
  (await db().prisma.bulkSend.findUniqueOrThrow({ where: { id } })).cancellingSince;

describe("cancelling a bulk send", () => {
  it("cancels all that waits, also what is more than one transaction's, and pays it back", async () => {
    const account = await rich();
    const id = await bulkSend(account, CANCEL_BATCH + 200);
    expect(await ask(cancelOverHttp, account, { json: { id } })).toMatchObject({
      status: 200,
      body: { cancelled: CANCEL_BATCH + 200 },
    });
    expect([await waiting(account), await mark(id)]).toEqual([0, null]);
    expect(await books(account.accountId)).toMatchObject({ balance: FULL, ledger: FULL });
    expect((await ask(readSend, account, { query: { id } })).body).toMatchObject({
      total: CANCEL_BATCH + 200,
      cancelled: CANCEL_BATCH + 200,
      failed: 0,
      waiting: 0,
      cancellable: 0,
    });
    expect(await ask(cancelOverHttp, account, { json: { id } })).toMatchObject({ status: 409 });
    const lines = await db().prisma.activity.findMany({ where: { accountId: account.accountId } });
    expect(lines).toMatchObject([
      { action: "send_cancelled", details: { send: id, cancelled: CANCEL_BATCH + 200 } },
    ]);
  });

  it("goes on where a server was stopped after the first transaction", async () => {
    const account = await rich();
    const id = await bulkSend(account, CANCEL_BATCH + 50);
    const killed = { ...db(), transaction: db().transaction.bind(db()) };
    await killed.transaction(async (tx) => {
      // The work after the commit is never done.
      const stopped = { ...tx, prisma: tx.prisma, query: tx.query.bind(tx), afterCommit: () => {} };
      expect(await cancelSend(stopped, account.accountId, id, NOW)).toBe(CANCEL_BATCH + 50);
    });
    expect([await waiting(account), await mark(id)]).toEqual([50, NOW]);
    await Promise.all([cancelLeft(db(), NOW), cancelLeft(db(), NOW)]);
    await cancelLeft(db(), NOW);
    expect([await waiting(account), await mark(id)]).toEqual([0, null]);
    expect(await books(account.accountId)).toMatchObject({ balance: FULL, ledger: FULL });
  });

  it("goes on with what somebody else had locked, such as who releases it", async () => {
    const account = await rich();
    const id = await bulkSend(account, 3);
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from message_queue where message_id = ${id}::uuid for update`);
      expect((await ask(cancelOverHttp, account, { json: { id } })).body).toMatchObject({ cancelled: 2 });
    });
    expect(await waiting(account)).toBe(1);
    await cancelLeft(db(), NOW);
    expect([await waiting(account), await mark(id)]).toEqual([0, null]);
    expect(await books(account.accountId)).toMatchObject({ balance: FULL, ledger: FULL });
  });

  it("leaves nothing done where its transaction does not commit", async () => {
    const account = await rich();
    const id = await bulkSend(account, 3);
    const failing = db().transaction(async (tx) => {
      await cancelSend(tx, account.accountId, id, NOW);
      throw new Error("stopped");
    });
    await expect(failing).rejects.toThrow("stopped");
    expect(await waiting(account)).toBe(3);
    expect(await books(account.accountId)).toMatchObject({
      balance: FULL - 345_000n,
      ledger: FULL - 345_000n,
    });
  });

  it("is its account's alone", async () => {
    const [own, other] = [await rich(), await rich()];
    const id = await bulkSend(own, 2);
    expect(await ask(cancelOverHttp, other, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ask(cancelOverHttp, own, { json: { id: "nonsense" } })).toMatchObject({ status: 404 });
    expect(await waiting(own)).toBe(2);
  });
});
