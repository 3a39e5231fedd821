import { beforeEach, describe, expect, it } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { OPERATIONS } from "@/lib/jobs/operations";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { indexMessages, SETTLED_MS } from "@/lib/messages/search-index/index-messages";
import { lockPositionStatement, unindexedStatement } from "@/lib/messages/search-index/index-messages.sql";
import { agedMessage, idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording, scansOf } from "@/tests/support/database/plans";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let accountId: number;
let other: number;
beforeEach(async () => {
  accountId = (await testAccount()).accountId;
  other = (await testAccount()).accountId;
});

const said = (minutes: number, body: string, msisdn = "64211234567", of = accountId) =>
  agedMessage(of, ago(minutes), { body, item: { msisdn } });

const blocks = () =>
  db().query<{ accountId: number; ids: string[]; words: string }>(sql`
    select account_id as "accountId", message_ids as ids, array_to_string(tsvector_to_array(words), ' ') as words
    from message_words order by last_id`);
const numbers = () =>
  db().query<{ accountId: number; msisdn: string }>(sql`
    select account_id as "accountId", msisdn from message_numbers order by 1, 2`);
const limits = (batch: number, block = 100) => ({ batch, block, budgetMs: 5_000 });

describe("the search index", () => {
  it("has what was accepted, in rows of one account each, and goes on where it ended", async () => {
    const ids = [await said(9, "Order ready"), await said(8, "Order late")];
    const theirs = await said(7, "Order", "64219999999", other);
    const third = await said(6, "Other");
    expect(await indexMessages(db(), NOW, null, limits(100, 2))).toBe(4);
    expect(await blocks()).toEqual([
      { accountId, ids, words: `${accountId}:late ${accountId}:order ${accountId}:ready` },
      { accountId: other, ids: [theirs], words: `${other}:order` },
      { accountId, ids: [third], words: `${accountId}:other` },
    ]);
    expect(await numbers()).toEqual([
      { accountId, msisdn: "64211234567" },
      { accountId: other, msisdn: "64219999999" },
    ]);
    expect(await indexMessages(db(), NOW)).toBe(0);
    await said(5, "Another");
    expect(await indexMessages(db(), NOW)).toBe(1);
    expect(await blocks()).toHaveLength(4);
  });

  it("leaves alone what is so new that an earlier one may still come", async () => {
    await said(SETTLED_MS / 60_000 - 0.01, "New");
    expect(await indexMessages(db(), NOW)).toBe(0);
    expect(await indexMessages(db(), new Date(NOW.getTime() + 1_000))).toBe(1);
  });

  it("takes a database from before step by step, within the time that it has", async () => {
    for (let minutes = 20; minutes > 10; minutes--) await said(minutes, "Old");
    expect(await indexMessages(db(), NOW, null, { ...limits(3), budgetMs: 0 })).toBe(3);
    expect(await indexMessages(db(), NOW, null, { ...limits(3), budgetMs: 0 })).toBe(3);
    expect(await indexMessages(db(), NOW, null, limits(3))).toBe(4);
    expect((await blocks()).flatMap(({ ids }) => ids)).toHaveLength(10);
  });

  it("is written by one server at a time, and each message once", async () => {
    for (let minutes = 20; minutes > 10; minutes--) await said(minutes, "Old");
    await db().transaction(async (tx) => {
      await tx.query(lockPositionStatement());
      expect(await indexMessages(db(), NOW)).toBe(0);
    });
    await Promise.all([indexMessages(db(), NOW, null, limits(2)), indexMessages(db(), NOW, null, limits(2))]);
    await indexMessages(db(), NOW);
    const ids = (await blocks()).flatMap((block) => block.ids);
    expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
  });

  it("does a batch again whole that ended half way", async () => {
    await said(9, "Order");
    const own = db();
    const failing: Database = {
      ...own,
      transaction: (work) =>
        own.transaction(async (tx) => {
          await work(tx);
          throw new Error("killed");
        }),
    };
    await expect(indexMessages(failing, NOW)).rejects.toThrow("killed");
    expect([await blocks(), await numbers()]).toEqual([[], []]);
    expect(await indexMessages(db(), NOW)).toBe(1);
    expect(await blocks()).toHaveLength(1);
  });

  it("is written by the sweep, and not by what accepts a message", async () => {
    await said(9, "Order");
    expect(await blocks()).toEqual([]);
    await OPERATIONS.sweep(NOW);
    expect(await blocks()).toHaveLength(1);
  });

  it("has no code: the stored text has it masked", async () => {
    const encryptedBody = Buffer.from("Your code is 482913");
    await agedMessage(accountId, ago(9), { sendType: "otp", body: "Your code is ******", encryptedBody });
    await indexMessages(db(), NOW);
    expect((await blocks())[0]?.words).toBe(
      ["code", "is", "your"].map((word) => `${accountId}:${word}`).join(" "),
    );
  });

  it("reads messages by their key, as many as a batch has", async () => {
    const { database, asked } = recording();
    await said(9, "Order");
    await indexMessages(database, NOW);
    const range = { after: idMadeAt(ago(60)), before: idMadeAt(NOW) };
    expect(asked.map(({ text }) => text)).toContain(unindexedStatement(range, 2_000).text);
    expect(await scansOf(db(), unindexedStatement(range, 2_000))).toEqual([
      { table: "messages", node: "Index Scan", by: expect.stringContaining("id > ") },
    ]);
  });
});

describe("what is deleted by age", () => {
  it("leaves the index with the last message of a row, and with the last to a number", async () => {
    await said(60, "First", "64211110001");
    const kept = await said(30, "Second", "64211110002");
    await said(60, "Theirs", "64211110002", other);
    await indexMessages(db(), NOW, null, limits(100));
    await purgeOld(db(), ago(45));
    // The first message's row also has the second one.
    expect((await blocks()).map((block) => [block.accountId, block.ids.includes(kept)])).toEqual([
      [accountId, true],
    ]);
    expect(await numbers()).toEqual([{ accountId, msisdn: "64211110002" }]);
    await purgeOld(db(), ago(15));
    expect([await blocks(), await numbers()]).toEqual([[], []]);
  });

  it("is not indexed any more shortly before", async () => {
    await said(120, "Old");
    await said(20, "New");
    expect(await indexMessages(db(), NOW, 90 * 60_000)).toBe(1);
  });
});
