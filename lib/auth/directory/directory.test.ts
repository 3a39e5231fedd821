import { afterEach, describe, expect, it, vi } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import { claimAddress, databaseOfEmail, isElsewhere } from "@/lib/auth/directory/directory";
import { HOME_CELL } from "@/lib/cell-numbers";
import { checkDirectory } from "@/lib/cells/manage/check-directory";
import { type Database, db } from "@/lib/db/client";
import { awayFrom } from "@/tests/support/database/away-from";
import { openCell, useTestCells } from "@/tests/support/database/cells";

useTestCells();
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T00:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const MINUTE_MS = 60_000;

let made = 0;
const newAddress = () => `somebody${++made}@example.com`;
const create = (cell: Database, email: string, now = NOW) =>
  createAccount(cell, { email, password: "correct horse battery", name: "Somebody" }, now);
const entryOf = (email: string) => db().prisma.cellAddress.findUnique({ where: { email } });
const accountsWith = async (email: string) => {
  const cells = [db(), openCell(2), openCell(3)];
  return Promise.all(cells.map((cell) => cell.prisma.account.count({ where: { email } })));
};

describe("the directory", () => {
  it("has the addresses of other cells alone, in small letters", async () => {
    const [home, away] = [newAddress(), newAddress()];
    await create(db(), home);
    await create(openCell(2), away.toUpperCase());
    expect([await entryOf(home), await entryOf(away)]).toMatchObject([null, { cell: 2 }]);
    expect((await databaseOfEmail(db(), home, NOW)).cell).toBe(HOME_CELL);
    expect((await databaseOfEmail(db(), ` ${away.toUpperCase()} `, NOW)).cell).toBe(2);
    expect((await databaseOfEmail(db(), "nobody\0@example.com", NOW)).cell).toBe(HOME_CELL);
  });

  it("is read once in five seconds, and remembered while home is away", async () => {
    const email = newAddress();
    await create(openCell(2), email);
    const cellAt = async (ms: number) => (await databaseOfEmail(db(), email, later(ms))).cell;
    await cellAt(0);
    const { result: remembered } = await awayFrom("cell_addresses", () => cellAt(4_999));
    expect(remembered).toBe(2);
    const { result: stale, isAway } = await awayFrom("cell_addresses", () => cellAt(5_001));
    expect([stale, isAway]).toEqual([2, true]);
    const unknown = awayFrom("cell_addresses", () => databaseOfEmail(db(), newAddress(), NOW));
    await expect(unknown).rejects.toThrow("refuses statements at the moment");
  });

  it("is not asked for what is longer than any address, which nothing is kept of", async () => {
    const long = `${"a".repeat(250)}@example.com`;
    const { result, isAway } = await awayFrom("cell_addresses", () => databaseOfEmail(db(), long, NOW));
    expect([result.cell, isAway]).toEqual([HOME_CELL, false]);
  });

  it("says whether somebody is in another cell, whichever it is", async () => {
    const [home, away, nobody] = [newAddress(), newAddress(), newAddress()];
    await create(db(), home);
    await create(openCell(2), away);
    const of = async (email: string) =>
      Promise.all([db(), openCell(2), openCell(3)].map((cell) => isElsewhere(cell, email)));
    expect(await of(home)).toEqual([false, true, true]);
    expect(await of(away)).toEqual([true, false, true]);
    expect(await of(nobody)).toEqual([false, false, false]);
  });
});

describe("two creations of one address at once", () => {
  it.each([
    ["home and another cell", [HOME_CELL, 2]],
    ["two other cells", [2, 3]],
    ["all of them, several times", [HOME_CELL, 2, 3, HOME_CELL, 2, 3]],
  ])("in %s make one account", async (_, cells) => {
    for (let round = 0; round < 10; round++) {
      const email = newAddress();
      const all = await Promise.allSettled(cells.map((cell) => create(openCell(cell), email)));
      const there = await accountsWith(email);
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(there.reduce((sum, count) => sum + count, 0)).toBe(1);
      const cell = [HOME_CELL, 2, 3][there.indexOf(1)];
      expect((await entryOf(email))?.cell).toBe(cell === HOME_CELL ? undefined : cell);
    }
  });
});

describe("a crash between the entry and the account", () => {
  it("leaves an entry that names nobody, which the next attempt in the same cell uses", async () => {
    const email = newAddress();
    expect(await claimAddress(openCell(2), email, NOW)).toBe(true);
    expect(await accountsWith(email)).toEqual([0, 0, 0]);
    for (const cell of [db(), openCell(3)])
      await expect(create(cell, email)).rejects.toThrow("There is already an account");
    await create(openCell(2), email);
    expect(await accountsWith(email)).toEqual([0, 1, 0]);
  });

  it("is put right by a check, which leaves what was claimed just now and what names somebody", async () => {
    const [left, young, used] = [newAddress(), newAddress(), newAddress()];
    await claimAddress(openCell(3), left, NOW);
    await create(openCell(3), used, NOW);
    await claimAddress(openCell(3), young, later(5 * MINUTE_MS));
    const cells = { home: db(), cell: openCell(3) };
    const found = await checkDirectory(cells, later(11 * MINUTE_MS));
    expect(found).toEqual({ removed: [left], added: [], conflicts: [] });
    expect([await entryOf(left), await entryOf(young), await entryOf(used)]).toMatchObject([
      null,
      { cell: 3 },
      { cell: 3 },
    ]);
    await create(db(), left);
  });

  it("is no reason to remove an entry that is claimed again meanwhile", async () => {
    const email = newAddress();
    await claimAddress(openCell(3), email, NOW);
    const cell = openCell(3);
    const { query } = cell;
    // A second attempt begins between the look into the cell and the removal.
    vi.spyOn(cell, "query").mockImplementation(async (statement) => {
      const rows = await query(statement);
      if (statement.text.includes("any")) await claimAddress(cell, email, later(20 * MINUTE_MS));
      return rows as never;
    });
    const found = await checkDirectory({ home: db(), cell }, later(20 * MINUTE_MS));
    expect(found.removed).not.toContain(email);
    expect(await entryOf(email)).toMatchObject({ cell: 3 });
  });
});

describe("a directory that lacks who is in a cell, as after an older backup of home", () => {
  it("is completed by a check, which names those whom another cell has as well", async () => {
    const [lost, twice] = [newAddress(), newAddress()];
    const cell = openCell(2);
    await create(cell, lost);
    await create(cell, twice);
    await db().prisma.cellAddress.deleteMany({ where: { email: { in: [lost, twice] } } });
    await create(db(), twice);
    const found = await checkDirectory({ home: db(), cell }, NOW);
    expect(found).toMatchObject({ added: [lost], conflicts: [twice] });
    expect(await entryOf(lost)).toMatchObject({ cell: 2 });
  });
});
