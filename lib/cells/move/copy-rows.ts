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

/** The number of rows that are read at once, unless the table has its own. */
const ROWS = 1_000;

/** The most rows that one statement deletes, so that no lock is held for long. */
const DELETED = 1_000;

/** Waits as long as the last batch has taken: other work has the databases meanwhile. */
function giveWay(startedAt: number): Promise<void> {
  return sleep(performance.now() - startedAt);
}

/**
 * Copies all rows that move early from one snapshot.
 * @returns their number.
 */
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
 * Copies an account's rows of one table, and replaces existing ones.
 * @param source a transaction in the first cell.
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
 * Removes accounts' rows from a cell in short batches, rows that refer to others first.
 * @param only the tables; all of them without it.
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
