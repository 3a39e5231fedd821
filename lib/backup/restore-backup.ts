import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { type ArchiveHeader, ArchiveReader, archiveHeader } from "@/lib/backup/archive";
import { BackupError } from "@/lib/backup/backup-error";
import { loadTables } from "@/lib/backup/load-tables";
import {
  AUTO_REPLIES_BY,
  accountsInDisagreement,
  countAsSent,
  END_AUTO_REPLIES,
  hasSharedLeases,
  OTHER_SESSIONS,
  SHARED_LEASES_AS_OWN,
} from "@/lib/backup/tables.sql";
import { applicationName, readAddress } from "@/lib/database-address";
import { withLongSession } from "@/lib/db/client";
import { MIGRATIONS, migrate } from "@/lib/db/migrations/migrate";
import { compareMigrations } from "@/lib/db/migrations/migration-history";
import { createSchema } from "@/lib/db/migrations/schema";
import { listMigrations } from "@/lib/db/migrations/schema-engine";
import { LEASE_MS } from "@/lib/queue/leased";

const SESSION_CHECKS = 5;
const SESSION_CHECK_PAUSE_MS = 300;

export type RestoreOptions = {
  /** Of the secret that servers of this database will have; null where another one than the backup's is meant. */
  authSecretFingerprint: string | null;
  /**
   * When the server that was backed up stopped sending. What was due by then may have gone out after the backup was
   * taken, and is not sent again. Null where the server had stopped before the backup was taken: all that waits is sent.
   */
  stoppedAt: Date | null;
};

/** What a restore did. */
export type Restored = {
  takenAt: string;
  rows: Record<string, number>;
  /** Messages that may have gone out already, and wait for a report alone. */
  countedAsSent: number;
};

/**
 * Fills an empty database from a backup, and brings it up to the code's migrations (rules: restore). All rows
 * come in one transaction. In it each foreign key is checked, each table's rows are counted, and each
 * account's ledger must sum to its balance.
 * @throws BackupError where the database is not empty, or the backup is damaged, newer than the code or under
 * another secret. No row has been restored then.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: Readable,
  options: RestoreOptions,
): Promise<Restored> {
  return reading(file, async (archive) => {
    const header = await readHeader(archive);
    refuseOtherSecret(header, options.authSecretFingerprint);
    refuseNewer(header);
    await withLongSession(databaseUrl, (client) => refuseUsed(client, databaseUrl, header));
    await createSchema(databaseUrl);
    await migrateTo(databaseUrl, header.migrations);
    const restored = await withLongSession(databaseUrl, (client) => load(client, archive, header, options));
    await migrate(databaseUrl);
    return restored;
  });
}

/** Decompresses the file for `work`; what is wrong with it fails `work`. */
async function reading<Result>(
  file: Readable,
  work: (archive: ArchiveReader) => Promise<Result>,
): Promise<Result> {
  const text = new PassThrough();
  const decompressed = pipeline(file, createGunzip(), text);
  // Whoever reads `text` is told: a stream that fails destroys those behind it.
  decompressed.catch(() => {});
  try {
    return await work(new ArchiveReader(text));
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith("Z_")) {
      throw new BackupError("The file is not a backup of this service, or is damaged.");
    }
    throw error;
  } finally {
    text.destroy();
  }
}

async function readHeader(archive: ArchiveReader): Promise<ArchiveHeader> {
  const header = archiveHeader.safeParse(await archive.json());
  if (header.success) return header.data;
  throw new BackupError("The file is not a backup of this service, or one of a later format.");
}

function refuseOtherSecret(header: ArchiveHeader, fingerprint: string | null): void {
  if (fingerprint === null || fingerprint === header.authSecretFingerprint) return;
  throw new BackupError(
    "AUTH_SECRET is not the one of the server that was backed up, and what it encrypted cannot be read under another. " +
      "Set that one, or say --new-secret: then webhook signing secrets and second factors have to be set up again.",
  );
}

function refuseNewer({ migrations }: ArchiveHeader): void {
  const known = new Set(listMigrations(MIGRATIONS));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new BackupError(`The backup is newer than this code: it has the migration ${unknown}.`);
}

/** Refuses a database that holds accounts, is in use, or has other tables than the backup. */
async function refuseUsed(
  client: pg.Client,
  databaseUrl: string,
  { migrations }: ArchiveHeader,
): Promise<void> {
  if (await isUsed(client, applicationName(readAddress(databaseUrl)))) {
    throw new BackupError("The database is in use. Stop the servers and commands that are connected to it.");
  }
  const query = async (text: string) => (await client.query(text)).rows;
  const { pending, unknown, failed } = await compareMigrations(query, migrations);
  if (pending.length === migrations.length) {
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname = current_schema() limit 1",
    );
    if (rows.length === 0) return;
  } else if (pending.length + unknown.length + failed.length === 0) {
    const { rows } = await client.query("select 1 from accounts limit 1");
    if (rows.length === 0) return;
  }
  throw new BackupError("The database is not empty. Restore into a new one, before a server starts on it.");
}

/** Whether others are connected. A session that has just ended is still listed for a moment. */
async function isUsed(client: pg.Client, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < SESSION_CHECKS; attempt++) {
    if (attempt > 0) await sleep(SESSION_CHECK_PAUSE_MS);
    const { rows } = await client.query<{ count: number }>(OTHER_SESSIONS, [name]);
    if (rows[0]?.count === 0) return false;
  }
  return true;
}

/** Applies the migrations that the backup is as of, and no later ones. */
async function migrateTo(databaseUrl: string, migrations: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-restore-"));
  try {
    for (const name of [...migrations, "migration_lock.toml"]) {
      cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true });
    }
    await migrate(databaseUrl, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(
  client: pg.Client,
  archive: ArchiveReader,
  { takenAt, migrations }: ArchiveHeader,
  { stoppedAt }: RestoreOptions,
): Promise<Restored> {
  await client.query("begin");
  await client.query("set local statement_timeout = 0");
  const rows = await loadTables(client, archive);
  const { rows: wrong } = await client.query<{ id: number }>(accountsInDisagreement(migrations));
  if (wrong[0]) {
    throw new BackupError(`The backup is damaged: the ledger of account ${wrong[0].id} is not its balance.`);
  }
  if (stoppedAt && hasSharedLeases(migrations)) await client.query(SHARED_LEASES_AS_OWN);
  const bounds = [stoppedAt, new Date(Date.parse(takenAt) + LEASE_MS)];
  const counted = stoppedAt && (await client.query(countAsSent(migrations), bounds));
  if (stoppedAt && migrations.includes(AUTO_REPLIES_BY)) await client.query(END_AUTO_REPLIES, bounds);
  await client.query("commit");
  return { takenAt, rows, countedAsSent: counted?.rowCount ?? 0 };
}
