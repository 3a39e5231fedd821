import { setTimeout as sleep } from "node:timers/promises";
import { PASSING } from "@/lib/cells/move/guard.sql";
import { MOVED_TABLES, type MovedTable } from "@/lib/cells/move/moved-tables";
import { type Asking, inSnapshot, type Moving, shapeOf } from "@/lib/cells/move/moving";
import {
  CLOSE_ROWS,
  deleteSomeStatement,
  nextRowsStatement,
  openRowsStatement,
  writeRowsStatement,
} from "@/lib/cells/move/rows.sql";
import type { Database } from "@/lib/db/client";

/** How many rows are taken at once, where a table says nothing else. */
const ROWS = 1_000;

/** How many rows one statement deletes, so that no lock is held for long. */
const DELETED = 1_000;

/** Between two batches everybody else has the databases for as long as the one before has taken. */
function giveWay(startedAt: number): Promise<void> {
  return sleep(performance.now() - startedAt);
}

/** Copies all rows that move early, as one snapshot has them. @returns how many there were. */
export function copyEarly(moving: Moving): Promise<number> {
  return inSnapshot(moving.source, async (source) => {
    let rows = 0;
    for (const moved of MOVED_TABLES.filter(({ when }) => when === "early")) {
      await moving.step(`copy ${moved.table}`);
      rows += await copyTable(moving, moved, source);
    }
    return rows;
  });
}

/**
 * Copies an account's rows of one table over those that are there.
 * @param source a transaction in the cell that they are in.
 */
export async function copyTable(moving: Moving, moved: MovedTable, source: Asking): Promise<number> {
  const shape = shapeOf(moving, moved);
  const size = moved.size ?? ROWS;
  let count = 0;
  await source.query(openRowsStatement(moved, shape, moving.move.accounts));
  for (;;) {
    const startedAt = performance.now();
    const rows = await source.query<{ row: string }>(nextRowsStatement(size));
    if (rows.length > 0) {
      const text = `[${rows.map(({ row }) => row).join(",")}]`;
      await moving.target.db.transaction(async (tx) => {
        await tx.query(PASSING);
        await tx.query(writeRowsStatement(shape, text));
      });
    }
    count += rows.length;
    if (rows.length < size) break;
    await giveWay(startedAt);
  }
  await source.query(CLOSE_ROWS);
  return count;
}

/**
 * Removes accounts' rows from a cell, in short batches, those that refer to others first.
 * @param only of which tables; of all without.
 */
export async function removeRows(
  moving: Moving,
  db: Database,
  only: (moved: MovedTable) => boolean = () => true,
): Promise<void> {
  for (const moved of MOVED_TABLES.filter(only).toReversed()) {
    await moving.step(`remove ${moved.table}`);
    const statement = deleteSomeStatement(moved, shapeOf(moving, moved), moving.move.accounts, DELETED);
    for (let isMore = true; isMore; ) {
      const startedAt = performance.now();
      const [gone] = await db.transaction(async (tx) => {
        await tx.query(PASSING);
        return tx.query<{ count: number }>(statement);
      });
      isMore = gone?.count === DELETED;
      if (isMore) await giveWay(startedAt);
    }
  }
}
