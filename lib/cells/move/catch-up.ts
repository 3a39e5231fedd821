import {
  type ChangeRow,
  changesStatement,
  forgetChangesStatement,
  PASSING,
} from "@/lib/cells/move/guard.sql";
import { MOVED_TABLES, type MovedTable } from "@/lib/cells/move/moved-tables";
import { type Asking, inSnapshot, MoveError, type Moving, shapeOf } from "@/lib/cells/move/moving";
import {
  deleteByKeyStatement,
  rowsByKeyStatement,
  type Shape,
  sumOfStatement,
  writeRowsStatement,
} from "@/lib/cells/move/rows.sql";

/** The most rows that one statement writes or deletes. */
const ROWS = 1_000;

/** The most changes that one statement forgets. */
const FORGOTTEN = 10_000;

/** The changed keys of a table, as JSON arrays. */
type ChangedKeys = { moved: MovedTable; keys: string[] };

/** Changes of an account: their numbers, and the changed keys by table. */
export type Changes = { ids: readonly bigint[]; changed: readonly ChangedKeys[] };

/** Reads the changes that were not forgotten yet. */
export async function readChanges(source: Asking): Promise<Changes> {
  const rows = await source.query<ChangeRow>(changesStatement());
  const byTable = new Map<string, Set<string>>();
  for (const { table, key } of rows)
    byTable.set(table, (byTable.get(table) ?? new Set<string>()).add(JSON.stringify(key)));
  const changed = MOVED_TABLES.flatMap((moved): ChangedKeys[] => {
    const keys = byTable.get(moved.table);
    return keys && moved.when === "early" ? [{ moved, keys: slices([...keys]) }] : [];
  });
  return { ids: rows.map(({ id }) => id), changed };
}

function slices(keys: readonly string[]): string[] {
  const texts: string[] = [];
  for (let from = 0; from < keys.length; from += ROWS)
    texts.push(`[${keys.slice(from, from + ROWS).join(",")}]`);
  return texts;
}

/**
 * Writes the present contents of changed rows, and deletes missing ones, in one transaction of the other cell.
 * @param source the transaction, or one with the same snapshot, that has read the changes.
 */
export async function writeChanges(moving: Moving, source: Asking, { changed }: Changes): Promise<void> {
  if (changed.length === 0) return;
  const found: FoundRows[] = [];
  for (const { moved, keys } of changed)
    for (const some of keys) {
      const shape = shapeOf(moving, moved);
      const rows = await source.query<{ key: string; row: string | null }>(rowsByKeyStatement(shape, some));
      const gone = rows.flatMap(({ key, row }) => (row === null ? key : []));
      found.push({ shape, gone, rows: rows.flatMap(({ row }) => row ?? []) });
    }
  await moving.target.db.transaction(async (tx) => {
    await tx.query(PASSING);
    // Delete first: a new row may reuse the unique name or number of a deleted one.
    for (const { shape, gone } of found.toReversed())
      if (gone.length > 0) await tx.query(deleteByKeyStatement(shape, `[${gone.join(",")}]`));
    for (const { shape, rows } of found)
      if (rows.length > 0) await tx.query(writeRowsStatement(shape, `[${rows.join(",")}]`));
  });
}

/** The present rows of a table as JSON, and the keys of missing ones. */
type FoundRows = { shape: Shape; gone: readonly string[]; rows: readonly string[] };

/**
 * Writes the account's changes into the other cell, and compares all rows if asked to.
 * @returns the number of changes.
 */
export async function catchUp(moving: Moving, isCompared = false): Promise<number> {
  const ids = await inSnapshot(moving.source, async (source) => {
    const changes = await readChanges(source);
    await writeChanges(moving, source, changes);
    if (isCompared) await compareAll(moving, source);
    return changes.ids;
  });
  for (let from = 0; from < ids.length; from += FORGOTTEN)
    await moving.source.db.query(forgetChangesStatement(ids.slice(from, from + FORGOTTEN)));
  return ids.length;
}

type Sums = { count: number; sum: string };

/** Compares all rows that both cells have by now, by their number and a sum over their contents. */
async function compareAll(moving: Moving, source: Asking): Promise<void> {
  const { accounts } = moving.move;
  await inSnapshot(moving.target, async (target) => {
    for (const moved of MOVED_TABLES.filter(({ when }) => when === "early")) {
      const statement = sumOfStatement(moved, shapeOf(moving, moved), accounts);
      const [[one], [other]] = await Promise.all([
        source.query<Sums>(statement),
        target.query<Sums>(statement),
      ]);
      if (one && other && one.count === other.count && one.sum === other.sum) continue;
      throw new MoveError(
        `The copy of ${moved.table} differs: ${one?.count} rows here, ${other?.count} there, or other contents.`,
      );
    }
  });
}
