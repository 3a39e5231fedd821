import { expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import { addCell } from "@/lib/cells/manage/add-cell";
import { db, openDatabase } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import { sql } from "@/lib/db/sql";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { moveAccount } from "@/tests/support/moves/cells-of-test";

useTestCells();

const urlOf = (cell: number) => JSON.parse(process.env.CELLS ?? "")[cell];
const add = (cell: number, url: string) => {
  const database = openDatabase(url, 2, cell);
  return addCell({ home: db(), cell: database }, url, new Date()).finally(() => database.close());
};
let made = 0;
const create = async (cell: number) => {
  const email = `added${++made}@example.com`;
  const given = { email, password: "correct horse battery", name: "Somebody" };
  return (await createAccount(openCell(cell), given, new Date())).accountId;
};

it("gives no id twice where a cell in use is added again, though its newest account is gone", async () => {
  await create(2);
  const newest = await create(2);
  await openCell(2).prisma.account.delete({ where: { id: newest } });
  await add(2, urlOf(2));
  expect(await create(2)).toBe(newest + 1);
});

it("gives no id of an account that has moved away since the backup from which the cell was restored", async () => {
  const inBackup = await create(2);
  const since = await create(2);
  await moveAccount(since, 3);
  await openCell(2).query(sql`select setval('accounts_id_seq', ${inBackup}::bigint)`);
  await add(2, urlOf(2));
  expect(await create(2)).toBe(since + 1);
});

it("takes no cell for home's database while a server copies the shared tables there", async () => {
  const added = await openCell(2).transaction(async (tx) => {
    await lockSlots(tx, "directory", [0]);
    return add(2, urlOf(2));
  });
  expect(added).toEqual({ applied: [] });
});

it("refuses a database that is another cell already, though it has no account yet", async () => {
  await expect(add(2, urlOf(3))).rejects.toThrow("is cell 3 already.");
  expect(await create(3)).toBe(60_000_001);
});

it("makes no account in a database that has come under another cell's number since", async () => {
  const swapped = openDatabase(urlOf(2), 2, 3);
  const given = { email: "swapped@example.com", password: "correct horse battery", name: "Somebody" };
  await expect(createAccount(swapped, given, new Date())).rejects.toThrow("refuses statements at the moment");
  expect(await openCell(2).prisma.account.count({ where: { email: given.email } })).toBe(0);
  await swapped.close();
});
