import { furtherCells, otherCells } from "@/lib/cells/cells";
import type { Database } from "@/lib/db/client";
import { compareMigrations } from "@/lib/db/migrations/migration-history";

/** A page that is asked for every few seconds waits no longer for a cell. */
const TIMEOUT_MS = 2_000;

/** How a cell beside home is, in a word; `pending` and `newer` are its migrations beside those of the code. */
export type CellHealth = { cell: number; state: "answers" | "away" | "pending" | "newer" };

/** How each cell beside home is (rules: cells); none where there is one database. Never throws. */
export async function readCellsHealth(home: Database): Promise<CellHealth[]> {
  if (furtherCells().size === 0) return [];
  return Promise.all(otherCells(home).map(async (db) => ({ cell: db.cell, state: await stateOf(db) })));
}

async function stateOf(db: Database): Promise<CellHealth["state"]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"away">((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, "away");
  });
  try {
    return await Promise.race([look(db), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function look(db: Database): Promise<CellHealth["state"]> {
  try {
    const { pending, unknown, failed } = await compareMigrations((text) => db.query({ text, values: [] }));
    if (unknown.length > 0) return "newer";
    return pending.length + failed.length > 0 ? "pending" : "answers";
  } catch {
    return "away";
  }
}
