import { beforeAll, describe, expect, it } from "vitest";
import { searchAccounts } from "@/lib/accounts/search-accounts";
import { guardedStatement } from "@/lib/cells/move/guard.sql";
import { MOVED_TABLES, STAYING_TABLES } from "@/lib/cells/move/moved-tables";
import { readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";
import { indexMessages } from "@/lib/messages/search-index/index-messages";
import { agedMessage } from "@/tests/support/database/aged";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { moveAccount, rowsOf } from "@/tests/support/moves/cells-of-test";
import { fillAccount } from "@/tests/support/moves/fill";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();

it("names every table of the schema, and refers only behind what it has moved", async () => {
  const tables = await db().query<{ table: string }>(sql`
    select c.relname as table from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> '_prisma_migrations' order by 1`);
  const named = [...MOVED_TABLES.map(({ table }) => table), ...Object.keys(STAYING_TABLES)];
  expect(named.toSorted()).toEqual(tables.map(({ table }) => table));
  const keys = await db().query<{ from: string; to: string }>(sql`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and conrelid <> confrelid and conparentid = 0`);
  const place = (table: string) => MOVED_TABLES.findIndex((moved) => moved.table === table);
  const wrong = keys.filter(({ from, to }) => place(from) >= 0 && place(to) > place(from));
  expect(wrong).toEqual([]);
});

describe("an account that has something in every table", () => {
  let accountId: number;
  let before: Record<string, string>;
  beforeAll(async () => {
    ({ accountId } = await testAccount());
    const messageId = await sentMessage(accountId, newMobile(), new Date());
    expect(await fillAccount(db(), accountId, messageId)).toEqual([]);
    before = await rowsOf(db(), accountId);
    expect(Object.keys(before).toSorted()).toEqual(MOVED_TABLES.map(({ table }) => table).toSorted());
  });

  it.each([
    [1, 2],
    [2, 3],
    [3, 1],
    [1, 2],
  ])("moves from cell %i to cell %i with all of it, and leaves nothing", async (from, to) => {
    const result = await moveAccount(accountId, to);
    expect(result).toMatchObject({ accounts: [accountId], from, to, heldMs: expect.any(Number) });
    const after = await rowsOf(openCell(to), accountId);
    // The search index is rebuilt from the messages. The cell's own indexing reaches the newest of them.
    const { message_words: _words, message_numbers: _numbers, ...copied } = before;
    expect(after).toMatchObject(copied);
    expect(await rowsOf(openCell(from), accountId)).toEqual({});
    for (const cell of [1, 2, 3]) {
      expect(await openCell(cell).query(guardedStatement())).toEqual([]);
      expect(await openCell(cell).prisma.moveFence.count()).toBe(0);
      expect(await openCell(cell).prisma.moveChange.count()).toBe(0);
    }
    expect(await db().prisma.accountMove.count()).toBe(0);
  });
});

it("is listed once in Administration, and its messages are searched for anew", async () => {
  const { accountId } = await testAccount();
  const sentAt = new Date(Date.now() - 10 * 60_000);
  const id = await agedMessage(accountId, sentAt, { body: "Ora kia" });
  await indexMessages(openCell(2), new Date());
  const listed: number[] = [];
  const step = async (name: string) => {
    if (!["compare all", "finish"].includes(name)) return;
    await readMoved(db());
    for (const cell of [1, 2, 3]) {
      const part = { offset: 0, limit: 10 };
      const { rows } = await searchAccounts(openCell(cell), { q: `#${accountId}` }, part);
      listed.push(...rows.map(({ id }) => id));
    }
  };
  await moveAccount(accountId, 2, { step });
  expect(listed).toEqual([accountId, accountId]);
  const words = () => openCell(2).prisma.messageWords.findMany({ where: { accountId } });
  await indexMessages(openCell(2), new Date());
  expect((await words()).map(({ messageIds }) => messageIds)).toEqual([[id]]);
});

it("has older messages in the index of the other cell that has passed them already", async () => {
  const { accountId } = await testAccount();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const ids = [];
  for (const minutes of [30, 20]) ids.push(await agedMessage(accountId, ago(minutes)));
  await openCell(3).query(sql`update search_position set indexed_to = ${idAt(ago(5))}::uuid where id = 1`);
  await moveAccount(accountId, 3);
  const rows = await openCell(3).prisma.messageWords.findMany({ where: { accountId } });
  expect(rows.flatMap(({ messageIds }) => messageIds).toSorted()).toEqual(ids.toSorted());
  expect(await openCell(3).prisma.messageNumber.count({ where: { accountId } })).toBe(1);
});
