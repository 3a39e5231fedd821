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
 * Called at the top of a test file: gives it a home cell, which `db()` opens, and the cells 2 and 3.
 * @param kind whether each is a database of its own on the same server, or a schema of the home cell's database.
 */
export function useTestCells(kind = inject("cells")): void {
  useTestDatabase();
  const isSchemas = kind === "schemas";
  const names = isSchemas ? [] : NUMBERS.map(() => `test_${randomUUID().replaceAll("-", "")}`);

  beforeAll(async () => {
    for (const name of names) await createDatabase(inject("adminUrl"), name, inject("templateDatabase"));
    const addresses = NUMBERS.map((number, index) =>
      isSchemas ? schemaUrl(`cell_${number}`) : databaseUrl(inject("adminUrl"), names[index] as string),
    );
    const urls = Object.fromEntries(NUMBERS.map((number, index) => [number, addresses[index] as string]));
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

/** The address of a schema of the test file's database. */
export function schemaUrl(schema: string): string {
  const url = new URL(process.env.DATABASE_URL as string);
  url.searchParams.set("schema", schema);
  return url.href;
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
