import { expect, it } from "vitest";
import { cellOfAccount, firstIdOf } from "@/lib/cell-numbers";
import { prepareCell } from "@/lib/cells/manage/prepare-cell";
import { copyTable } from "@/lib/cells/move/copy-rows";
import { keepAccount } from "@/lib/cells/move/keep-account";
import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import { inSnapshot, type Moving, readShapes } from "@/lib/cells/move/moving";
import { type MoveSetting, placeOf, runMove } from "@/lib/cells/move/run-move";
import { readMoved } from "@/lib/cells/moved";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { runCommandHere } from "@/tests/support/commands/commands";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { moveSetting, rowsOf } from "@/tests/support/moves/cells-of-test";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();

const move = (accountId: number, to: number) =>
  runMove({ account: String(accountId), to, together: false }, moveSetting());

const keep = (accountId: number, keepIn: number | null, further: Partial<MoveSetting> = {}) =>
  keepAccount({ account: String(accountId), keepIn }, moveSetting(further));

/** Brings an account's rows back into a cell that it has left, as a backup from before does. */
async function bringBack(accountId: number, from: number, to: number): Promise<void> {
  const setting = moveSetting();
  const [source, target] = [placeOf(setting, from), placeOf(setting, to)];
  const at = new Date();
  const moving: Moving = {
    home: db(),
    source,
    target,
    say: setting.say,
    step: setting.step,
    move: {
      move: newId(),
      accounts: [accountId],
      from,
      to,
      state: "copying",
      begunAt: at,
      changedAt: at,
      isCopy: false,
    },
    shapes: await readShapes(source.db, [accountId]),
  };
  await inSnapshot(source, async (asking) => {
    for (const moved of MOVED_TABLES) await copyTable(moving, moved, asking);
  });
}

/** What a start says of a cell that keeps it from being used; null for nothing. */
async function problemOf(cell: number): Promise<string | null> {
  const { url } = placeOf(moveSetting(), cell);
  return (await prepareCell(cell, url, db())).problem;
}

/** An account that has moved from home to a cell, with a message of its own. */
async function movedAccount(cell: number): Promise<number> {
  const { accountId } = await testAccount();
  await sentMessage(accountId, newMobile(), new Date());
  await move(accountId, cell);
  return accountId;
}

it("removes what a cell's older backup has brought back, which keeps a server from starting until then", async () => {
  const accountId = await movedAccount(2);
  await move(accountId, 3);
  expect(await problemOf(2)).toBeNull();
  await bringBack(accountId, 3, 2);
  const right = await rowsOf(openCell(3), accountId);
  expect(await problemOf(2)).toContain(`It has account ${accountId}, which has moved to cell 3.`);
  expect(await problemOf(2)).toContain(`npm run cells -- keep-account --account ${accountId}`);

  const shown = await keep(accountId, null);
  expect(shown).toMatchObject({
    account: accountId,
    keptIn: null,
    removedFrom: [],
    copies: [
      { cell: 2, isWhereHomeSays: false, lastMessageAt: expect.any(Date), balanceMicros: expect.any(String) },
      { cell: 3, isWhereHomeSays: true },
    ],
  });
  expect(await rowsOf(openCell(2), accountId)).toEqual(right);

  expect(await keep(accountId, 3)).toMatchObject({ keptIn: 3, removedFrom: [2] });
  expect(await rowsOf(openCell(2), accountId)).toEqual({});
  expect(await rowsOf(openCell(3), accountId)).toEqual(right);
  expect(await db().prisma.accountMove.count()).toBe(0);
  expect(await problemOf(2)).toBeNull();
  expect(await keep(accountId, 3)).toMatchObject({ removedFrom: [] });
});

it("keeps what home, restored from an older backup, does not know of, and removes home's", async () => {
  const accountId = await movedAccount(2);
  const { email } = await openCell(2).prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const right = await rowsOf(openCell(2), accountId);
  await bringBack(accountId, 2, 1);
  await db().prisma.movedAccount.delete({ where: { accountId } });
  await db().prisma.cellAddress.delete({ where: { email } });
  expect(await problemOf(2)).toContain(`It has account ${accountId}, which belongs to cell 1.`);

  expect(await keepAccount({ account: email, keepIn: 2 }, moveSetting())).toMatchObject({ removedFrom: [1] });
  expect(await rowsOf(db(), accountId)).toEqual({});
  expect(await rowsOf(openCell(2), accountId)).toEqual(right);
  expect(await db().prisma.movedAccount.findUnique({ where: { accountId } })).toMatchObject({ cell: 2 });
  expect(await db().prisma.cellAddress.findUnique({ where: { email } })).toMatchObject({ cell: 2 });
  expect(await problemOf(2)).toBeNull();
});

it("has home know of an account that is in a cell alone, and gives its id to nobody else", async () => {
  const accountId = await movedAccount(2);
  await db().prisma.movedAccount.delete({ where: { accountId } });
  await db().query(sql`select setval('accounts_id_seq', ${accountId - 1}::int)`);
  expect(await problemOf(2)).toContain(`It has account ${accountId}`);
  expect(await keep(accountId, 2)).toMatchObject({ keptIn: 2, removedFrom: [] });
  expect(await problemOf(2)).toBeNull();
  const { accountId: next } = await testAccount();
  expect(cellOfAccount(next)).toBe(1);
  expect(next).toBeGreaterThan(accountId);
});

it("is run again where it was killed, and no other move is made meanwhile", async () => {
  const accountId = await movedAccount(2);
  await move(accountId, 3);
  await bringBack(accountId, 3, 2);
  const right = await rowsOf(openCell(3), accountId);
  const step = async (name: string) => {
    if (name === "remove messages") throw new Error("killed");
  };
  await expect(keep(accountId, 3, { step })).rejects.toThrow("killed");
  expect(await readMoved(db())).toMatchObject({ state: "moved", isCopy: true, from: 2, to: 3 });
  expect(await problemOf(2)).toBeNull();
  await expect(move((await testAccount()).accountId, 2)).rejects.toThrow("is under way");
  await expect(keep(accountId, null)).rejects.toThrow("is under way");
  expect(await keep(accountId, 3)).toMatchObject({ keptIn: 3 });
  expect(await rowsOf(openCell(2), accountId)).toEqual({});
  expect(await rowsOf(openCell(3), accountId)).toEqual(right);
  expect(await db().prisma.accountMove.count()).toBe(0);
});

it("changes nothing where an account would be lost, or a cell does not answer", async () => {
  const accountId = await movedAccount(2);
  await expect(keep(accountId, 3)).rejects.toThrow(
    `Cell 3 does not have account ${accountId}: it would be lost.`,
  );
  await expect(keep(firstIdOf(3) + 900_000, 3)).rejects.toThrow("There is no account");

  // Somebody shares people with it in the copy alone.
  await bringBack(accountId, 2, 3);
  const { accountId: alone } = await testAccount();
  await move(alone, 3);
  const membership = { accountId, personId: alone };
  await openCell(3).prisma.membership.create({
    data: { ...membership, role: "read-only", createdAt: new Date() },
  });
  await expect(keep(accountId, 2)).rejects.toThrow(`it shares people with ${alone}, who is in no other cell`);
  // Nor does it help that the other cell has somebody else with that number.
  await bringBack(alone, 3, 2);
  const createdAt = new Date("2026-11-01T00:00:00Z");
  await openCell(2).prisma.account.update({ where: { id: alone }, data: { createdAt } });
  await expect(keep(accountId, 2)).rejects.toThrow(`it shares people with ${alone}, who is in no other cell`);
  await openCell(3).prisma.membership.delete({ where: { accountId_personId: membership } });

  const setting = moveSetting();
  const away = { ...placeOf(setting, 3), db: openCell(3) };
  const cells = setting.cells.map((place) =>
    place.db.cell === 3 ? { ...away, db: Object.create(away.db, { prisma: { value: {} } }) } : place,
  );
  await expect(keep(accountId, 2, { cells })).rejects.toThrow("Cell 3 does not answer");
  expect(await openCell(3).prisma.account.count({ where: { id: accountId } })).toBe(1);
  expect(await db().prisma.accountMove.count()).toBe(0);
});

it("removes no other customer who was given the number since", async () => {
  const accountId = await movedAccount(2);
  await bringBack(accountId, 2, 1);
  await db().prisma.movedAccount.delete({ where: { accountId } });
  const createdAt = new Date("2026-11-01T00:00:00Z");
  await db().prisma.account.update({ where: { id: accountId }, data: { createdAt } });
  const right = await rowsOf(db(), accountId);
  await expect(keep(accountId, 2)).rejects.toThrow(`Account ${accountId} is not one customer`);
  expect(await rowsOf(db(), accountId)).toEqual(right);
  expect((await keep(accountId, null)).copies).toMatchObject([{ cell: 1, createdAt }, { cell: 2 }]);
});

it("is a command, which says what is there and refuses what makes no sense", async () => {
  const accountId = await movedAccount(2);
  const settings = { AUTH_SECRET: TEST_SECRET, LOG_LEVEL: "silent" };
  const { DATABASE_URL = "", CELLS = "" } = process.env;
  const run = (...options: string[]) =>
    runCommandHere("cells", ["keep-account", ...options], { ...settings, DATABASE_URL, CELLS });
  for (const options of [[], ["--in", "2"], ["--account", "1", "--in", "x"], ["--account", "1", "--to", "2"]])
    expect(await run(...options)).toMatchObject({ code: 1, err: expect.stringContaining("Usage:") });
  const shown = await run("--account", String(accountId));
  expect(JSON.parse(shown.out)).toMatchObject({
    account: accountId,
    copies: [{ cell: 2, isWhereHomeSays: true }],
    keptIn: null,
    removedFrom: [],
  });
  const kept = await run("--account", String(accountId), "--in", "2");
  expect(JSON.parse(kept.out)).toMatchObject({ keptIn: 2, removedFrom: [] });
  const refused = await run("--account", String(accountId), "--in", "1");
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("it would be lost.") });
});
