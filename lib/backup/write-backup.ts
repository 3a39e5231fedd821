import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type ArchiveHeader, type ArchiveTrailer, END_OF_ROWS, type TableHeader } from "@/lib/backup/archive";
import { BackupError } from "@/lib/backup/backup-error";
import { quoted, SEQUENCES, TABLES, TABLES_IN_MONTHS } from "@/lib/backup/tables.sql";
import { withLongSession } from "@/lib/db/client";
import { compareMigrations } from "@/lib/db/migrations/migration-history";

/** The time limit of a statement that reads a table. */
const MAX_STATEMENT_MS = 6 * 3_600_000;

/**
 * Writes the whole database to `out`, compressed, as of one time (rules: backup). Servers go on meanwhile. It needs
 * no program of PostgreSQL, and the backup fits every version of PostgreSQL.
 * @param authSecretFingerprint of the secret that the servers of this database have.
 * @param now returns the time of the database's clock, which leases use.
 * @returns the number of rows of each table.
 * @throws BackupError if the database is empty, or if one of its migrations failed.
 */
export async function writeBackup(
  databaseUrl: string,
  out: Writable,
  authSecretFingerprint: string,
  now: () => Date,
): Promise<{ rows: Record<string, number> }> {
  return withLongSession(databaseUrl, async (client) => {
    const { rows: divided } = await client.query<{ name: string }>(TABLES_IN_MONTHS);
    await client.query("begin isolation level repeatable read read only");
    await client.query(`set local statement_timeout = ${MAX_STATEMENT_MS}`);
    // The locks come before the snapshot, which the first read takes: rows of a partition that is dropped later would
    // be missing.
    if (divided.length > 0)
      await client.query(
        `lock table ${divided.map(({ name }) => quoted(name)).join(", ")} in access share mode`,
      );
    const migrations = await migrationsOf(client);
    const header: ArchiveHeader = {
      format: "messaging-gateway-backup-1",
      // This is read after the snapshot began: no lease in the backup began later, however long the locks waited.
      takenAt: now().toISOString(),
      migrations,
      authSecretFingerprint,
    };
    const trailer: ArchiveTrailer = { rows: {}, sequences: {} };
    await pipeline(archive(client, header, trailer), createGzip({ level: 6 }), out);
    await client.query("commit");
    return { rows: trailer.rows };
  });
}

async function* archive(
  client: pg.Client,
  header: ArchiveHeader,
  trailer: ArchiveTrailer,
): AsyncGenerator<Buffer | string> {
  yield line(header);
  const { rows: tables } = await client.query<TableHeader>(TABLES);
  for (const { table, columns } of tables) {
    yield line({ table, columns } satisfies TableHeader);
    const copy = client.query(
      copyTo(
        `copy (select ${columns.map(quoted).join(", ")} from ${quoted(table)}) to stdout with (encoding 'UTF8')`,
      ),
    );
    yield* copy;
    trailer.rows[table] = copy.rowCount;
    yield END_OF_ROWS;
  }
  const { rows: sequences } = await client.query<{ name: string }>(SEQUENCES);
  for (const { name } of sequences) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    );
    if (rows[0]) trailer.sequences[name] = rows[0];
  }
  yield line(trailer);
}

/** Returns the migrations of the database's tables. */
async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { pending, failed } = await compareMigrations(async (text) => (await client.query(text)).rows);
  if (failed[0] !== undefined)
    throw new BackupError(`The migration ${failed[0]} was begun and not finished.`);
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('_prisma_migrations')::text as name",
  );
  if (rows[0]?.name == null)
    throw new BackupError(`The database is empty: it lacks ${pending.length} migrations.`);
  const applied = await client.query<{ name: string }>(
    "select distinct migration_name as name from _prisma_migrations where rolled_back_at is null order by 1",
  );
  return applied.rows.map(({ name }) => name);
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
