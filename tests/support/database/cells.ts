import { afterAll, beforeAll, inject } from "vitest";
import { cellDatabase } from "@/lib/db/cells/cells";
import { closeDb, type Database, db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { useTestDatabase } from "@/tests/support/database/database";
import { makeCells } from "@/tests/support/database/make-cells";

/**
 * Call it at the top of a test file. It gives the file a home cell, which `db()` opens, and the cells 2 and
 * 3.
 * @param kind whether each cell is a database of its own on the same server, or a schema of the home cell's
 * database.
 */
export function useTestCells(kind = inject("cells")): void {
  useTestDatabase();
  let remove = async () => {};
  beforeAll(async () => {
    remove = await makeCells(kind);
  });
  afterAll(async () => {
    await closeDb();
    await remove();
  });
}

/** Opens the database of a cell. */
export function openCell(number: number): Database {
  return cellDatabase(db(), number);
}

/**
 * Runs `work` while a cell's database is unreachable.
 * @param how `is away`: the database refuses at once. `hangs`: it does not respond. After `work` the waiting
 * calls fail, as after a statement timeout; otherwise they would wait until the process ends.
 */
export async function whileCell<Result>(
  number: number,
  how: "is away" | "hangs",
  work: () => Promise<Result>,
): Promise<Result> {
  const there = openCell(number);
  const before = Object.getOwnPropertyDescriptors(there);
  let giveUp = () => {};
  const over = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const refuse = async () => {
    if (how === "hangs") await over;
    throw new DatabaseUnavailableError(new Error("gone"));
  };
  const refusing = { configurable: true, enumerable: true, writable: true, value: refuse };
  const model = new Proxy({}, { get: () => refuse });
  const prisma = { configurable: true, enumerable: true, value: new Proxy({}, { get: () => model }) };
  Object.defineProperties(there, { query: refusing, transaction: refusing, prisma });
  try {
    return await work();
  } finally {
    Object.defineProperties(there, before);
    giveUp();
  }
}
