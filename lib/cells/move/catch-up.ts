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

/** How many rows are written, or deleted, by one statement. */
const ROWS = 1_000;

/** How many numbers of changes are forgotten by one statement. */
const FORGOTTEN = 10_000;

/** The changed keys of a table, as JSON arrays. */
type Changed = { moved: MovedTable; keys: string[] };

/** What was changed: the numbers of the changes, and the keys by table. */
export type Changes = { ids: readonly bigint[]; changed: readonly Changed[] };

/** Reads what was changed since it was forgotten last. */
export async function readChanges(source: Asking): Promise<Changes> {
  const rows = await source.query<ChangeRow>(changesStatement());
  const byTable = new Map<string, Set<string>>();
  for (const { table, key } of rows)
    byTable.set(table, (byTable.get(table) ?? new Set<string>()).add(JSON.stringify(key)));
  const changed = MOVED_TABLES.flatMap((moved): Changed[] => {
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
 * Writes changed rows as they are now, and deletes those that are gone, in one transaction of the other cell.
 * @param source a transaction that sees the same as the one that the changes were read by.
 */
export async function writeChanges(moving: Moving, source: Asking, { changed }: Changes): Promise<void> {
  if (changed.length === 0) return;
  const found: Found[] = [];
  for (const { moved, keys } of changed)
    for (const some of keys) {
      const shape = shapeOf(moving, moved);
      const rows = await source.query<{ key: string; row: string | null }>(rowsByKeyStatement(shape, some));
      const gone = rows.flatMap(({ key, row }) => (row === null ? key : []));
      found.push({ shape, gone, rows: rows.flatMap(({ row }) => row ?? []) });
    }
  await moving.target.db.transaction(async (tx) => {
    await tx.query(PASSING);
    // What is gone may have had a name, or a number, that another row has now.
    for (const { shape, gone } of found.toReversed())
      if (gone.length > 0) await tx.query(deleteByKeyStatement(shape, `[${gone.join(",")}]`));
    for (const { shape, rows } of found)
      if (rows.length > 0) await tx.query(writeRowsStatement(shape, `[${rows.join(",")}]`));
  });
}

/** Rows of a table as they are now, as JSON, and the keys of those that are gone. */
type Found = { shape: Shape; gone: readonly string[]; rows: readonly string[] };

/**
 * Brings the other cell to what the account is at this moment, and perhaps compares all of it.
 * @returns how many changes there were.
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

/** Compares all rows that are in both cells by now, by their number and a sum over their contents. */
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
        `What was copied of ${moved.table} differs: ${one?.count} rows here, ${other?.count} there, or other contents.`,
      );
    }
  });
}
