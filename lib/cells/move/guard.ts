import { setTimeout as sleep } from "node:timers/promises";
import {
  type FenceState,
  FORGET_ALL_CHANGES,
  guardedStatement,
  guardStatements,
  removeFenceStatement,
  setFenceStatement,
  TRIGGER_SETTINGS,
  unguardStatements,
} from "@/lib/cells/move/guard.sql";
import { MOVED_TABLES, type MovedTable } from "@/lib/cells/move/moved-tables";
import { MoveError, type Moving, shapeOf } from "@/lib/cells/move/moving";
import type { Database } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";

/** The number of attempts for a table in use, and the pause between them. */
const TRIES = 100;
const BETWEEN_MS = 100;

/** Inserts the fence of a move in a cell, and creates the guard on all tables of its accounts. Safe to repeat. */
export async function guard(moving: Moving, db: Database, state: FenceState): Promise<void> {
  const { move, accounts } = moving.move;
  await db.query(FORGET_ALL_CHANGES);
  const set = await db.query(setFenceStatement({ move, accounts, state }));
  if (set.length === 0) throw new MoveError(`Cell ${db.cell} has the fence of another move.`);
  for (const moved of MOVED_TABLES) {
    await moving.step(`guard ${moved.table} in ${db.cell}`);
    await alter(db, moved, guardStatements(moved, shapeOf(moving, moved), accounts));
  }
}

/** Removes the fence and the guard. Safe to repeat. */
export async function unguard(moving: Moving, db: Database): Promise<void> {
  const guarded = await db.definitions.query<{ table: string }>(guardedStatement());
  const tables = new Set(guarded.map(({ table }) => table));
  for (const moved of MOVED_TABLES.filter(({ table }) => tables.has(table))) {
    await moving.step(`unguard ${moved.table} in ${db.cell}`);
    await alter(db, moved, unguardStatements(moved));
  }
  await db.query(FORGET_ALL_CHANGES);
  await db.query(removeFenceStatement(moving.move.move));
}

/** Changes a table's triggers under a lock against writers, with short attempts: writers go first in between. */
async function alter(db: Database, { table }: MovedTable, statements: readonly Sql[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.definitions.transaction(async (tx) => {
        for (const setting of TRIGGER_SETTINGS) await tx.query(setting);
        for (const statement of statements) await tx.query(statement);
      });
      return;
    } catch (error) {
      if ((Object(error) as { code?: unknown }).code !== "55P03") throw error;
      if (tries === TRIES)
        throw new MoveError(
          `The table ${table} of cell ${db.cell} is in use by a transaction that does not end.`,
        );
      await sleep(BETWEEN_MS);
    }
  }
}
