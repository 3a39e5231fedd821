import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type ArchiveReader, archiveTrailer, type TableHeader, tableHeader } from "@/lib/backup/archive";
import { BackupError } from "@/lib/backup/backup-error";
import { FOREIGN_KEYS, quoted, TABLES } from "@/lib/backup/tables.sql";

/**
 * Replaces the rows of every table by those of a backup, whose first line has been read, in the client's transaction.
 * Tables refer to each other both ways, so foreign keys are dropped first. They are checked when they are added
 * again.
 * @returns the number of rows of each table.
 * @throws BackupError if the backup has other tables, or does not fit itself or the database.
 */
export async function loadTables(client: pg.Client, archive: ArchiveReader): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<TableHeader>(TABLES);
  const { rows: keys } = await client.query<{ remove: string; add: string }>(FOREIGN_KEYS);
  try {
    for (const { remove } of keys) await client.query(remove);
    // Pending events of deferred triggers would prevent adding the keys again.
    await client.query("set constraints all immediate");
    await client.query(`truncate ${tables.map(({ table }) => quoted(table)).join(", ")}`);
    const rows: Record<string, number> = {};
    for (const { table, columns } of tables) rows[table] = await loadTable(client, archive, table, columns);
    await finish(client, archive, rows);
    for (const { add } of keys) await client.query(add);
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      throw new BackupError(`The backup does not fit the database: ${error.message}.`);
    }
    throw error;
  }
}

async function loadTable(
  client: pg.Client,
  archive: ArchiveReader,
  table: string,
  columns: readonly string[],
): Promise<number> {
  const header = tableHeader.safeParse(await archive.json());
  const known = new Set(columns);
  const fits =
    header.success &&
    header.data.table === table &&
    header.data.columns.length === known.size &&
    header.data.columns.every((column) => known.has(column));
  if (!fits) throw new BackupError(`The backup is damaged: the table ${table} is missing or out of order.`);
  const copy = client.query(
    copyFrom(
      `copy ${quoted(table)} (${header.data.columns.map(quoted).join(", ")}) from stdin with (encoding 'UTF8')`,
    ),
  );
  await pipeline(archive.rows(), copy);
  return copy.rowCount;
}

/** Compares the loaded rows with the numbers in the last line, and sets the sequences. */
async function finish(
  client: pg.Client,
  archive: ArchiveReader,
  loaded: Readonly<Record<string, number>>,
): Promise<void> {
  const trailer = archiveTrailer.safeParse(await archive.json());
  if (!trailer.success) throw new BackupError("The backup is damaged: its last line cannot be read.");
  await archive.end();
  const { rows, sequences } = trailer.data;
  const wrong = Object.keys({ ...rows, ...loaded }).find((table) => rows[table] !== loaded[table]);
  if (wrong !== undefined) {
    throw new BackupError(
      `The backup is damaged: ${wrong} has ${loaded[wrong] ?? 0} rows and should have ${rows[wrong] ?? 0}.`,
    );
  }
  for (const [name, { lastValue, isCalled }] of Object.entries(sequences)) {
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(name), lastValue, isCalled]);
  }
}
