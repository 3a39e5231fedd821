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
  /**
   * The fingerprint of the secret that servers of this database will have; null if it is meant to differ from the
   * backup's.
   */
  authSecretFingerprint: string | null;
  /**
   * The time at which the server that was backed up stopped sending. A message that was due by then may have gone out
   * after the backup, and is not sent again. Null if the server had stopped before the backup: then all waiting
   * messages are sent.
   */
  stoppedAt: Date | null;
};

/** The result of a restore. */
export type RestoreResult = {
  takenAt: string;
  rows: Record<string, number>;
  /** The number of messages that may have gone out already, and only wait for a report. */
  countedAsSent: number;
};

/**
 * Fills an empty database from a backup, and migrates it to the code's migrations (rules: restore). One transaction
 * inserts all rows, checks each foreign key, counts the rows of each table, and compares each account's ledger with
 * its balance.
 * @throws BackupError if the database is not empty, or if the backup is damaged, newer than the code or has another
 * secret. Then no row is restored.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: Readable,
  options: RestoreOptions,
): Promise<RestoreResult> {
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

/** Decompresses the file for `work`. A damaged file makes `work` fail. */
async function reading<Result>(
  file: Readable,
  work: (archive: ArchiveReader) => Promise<Result>,
): Promise<Result> {
  const text = new PassThrough();
  const decompressed = pipeline(file, createGunzip(), text);
  // The reader of `text` gets the error: a stream that fails destroys the streams after it.
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
    "AUTH_SECRET is not that of the backed-up server, and no other secret can decrypt its values.  " +
      "Set that secret, or add --new-secret: then set up webhook signing secrets and second factors again.",
  );
}

function refuseNewer({ migrations }: ArchiveHeader): void {
  const known = new Set(listMigrations(MIGRATIONS));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new BackupError(`The backup is newer than this code: it has the migration ${unknown}.`);
}

/** Rejects a database that has accounts, is in use, or has other tables than the backup. */
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

/** Returns whether other sessions are connected. A session that has just ended is still listed for a moment. */
async function isUsed(client: pg.Client, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < SESSION_CHECKS; attempt++) {
    if (attempt > 0) await sleep(SESSION_CHECK_PAUSE_MS);
    const { rows } = await client.query<{ count: number }>(OTHER_SESSIONS, [name]);
    if (rows[0]?.count === 0) return false;
  }
  return true;
}

/** Applies the migrations of the backup, and no later ones. */
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
): Promise<RestoreResult> {
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
