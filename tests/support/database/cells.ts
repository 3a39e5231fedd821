import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { cellDatabase } from "@/lib/cells/cells";
import { addCell } from "@/lib/cells/manage/add-cell";
import { closeDb, type Database, db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { reloadEnv } from "@/lib/env";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { useTestDatabase } from "@/tests/support/database/database";

/** The cells of a test file beside home, as `openCell` gives them. */
const NUMBERS = [2, 3];

/**
 * Called at the top of a test file: gives it a home cell, which `db()` opens, and the cells 2 and 3, each a database
 * of its own on the same server.
 */
export function useTestCells(): void {
  useTestDatabase();
  const names = NUMBERS.map(() => `test_${randomUUID().replaceAll("-", "")}`);

  beforeAll(async () => {
    const urls: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      await createDatabase(inject("adminUrl"), name, inject("templateDatabase"));
      urls[String(NUMBERS[index])] = databaseUrl(inject("adminUrl"), name);
    }
    process.env.CELLS = JSON.stringify(urls);
    reloadEnv();
    for (const [number, url] of Object.entries(urls))
      await addCell({ home: db(), cell: openCell(Number(number)) }, url, new Date());
  });
  afterAll(async () => {
    await closeDb();
    delete process.env.CELLS;
    reloadEnv();
    for (const name of names) await dropDatabase(inject("adminUrl"), name);
  });
}

/** The database of a cell. */
export function openCell(number: number): Database {
  return cellDatabase(db(), number);
}

/**
 * Does `work` while a cell's database is asked nothing that it answers.
 * @param how it refuses at once, as one that is down does, or does not answer at all.
 */
export async function whileCell<Result>(
  number: number,
  how: "is away" | "hangs",
  work: () => Promise<Result>,
): Promise<Result> {
  const there = openCell(number);
  const before = Object.getOwnPropertyDescriptors(there);
  const refuse = () =>
    how === "is away"
      ? Promise.reject(new DatabaseUnavailableError(new Error("gone")))
      : new Promise(() => {});
  const refusing = { configurable: true, enumerable: true, writable: true, value: refuse };
  const model = new Proxy({}, { get: () => refuse });
  const prisma = { configurable: true, enumerable: true, value: new Proxy({}, { get: () => model }) };
  Object.defineProperties(there, { query: refusing, transaction: refusing, prisma });
  try {
    return await work();
  } finally {
    Object.defineProperties(there, before);
  }
}
