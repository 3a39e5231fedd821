import { existsSync } from "node:fs";
import { describeDatabase } from "@/lib/db/migrations/connect";
import { CommandError } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";
import { clusterFolder } from "@/server/postgres/cluster";
import { lockDataDir, tryLockDataDir } from "@/server/postgres/data-lock";
import { runningPostgresUrl, startPostgres } from "@/server/postgres/embedded-postgres";

/**
 * Runs a command against `DATABASE_URL`, or if that is not set, against the embedded database of `DATA_DIR`. Prints
 * the database to standard error.
 * @throws CommandError if there is no embedded database: with another `DATA_DIR` than the server's, a command would
 * use an empty one.
 */
export async function withDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl === undefined && !existsSync(clusterFolder(dataDir)))
    throw new CommandError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to the server's value, or start the server first.`,
    );
  return withOwnDatabase(use);
}

/** Does the same, but creates the embedded database if there is none. */
export async function withOwnDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl === undefined) {
    console.error(`Database: embedded in ${dataDir}`);
    return withEmbeddedDatabase(use);
  }
  console.error(`Database: ${nameOf(databaseUrl)}`);
  return use(databaseUrl);
}

/**
 * Returns the database's name, or that of its setting if it is no address: the connection then fails with the reason.
 */
function nameOf(databaseUrl: string): string {
  try {
    return describeDatabase(databaseUrl);
  } catch {
    return "the one of DATABASE_URL";
  }
}

/** Runs a command against the embedded database: on the running server, or on one that is started for the command. */
export async function withEmbeddedDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { dataDir } = readSettings();
  let lock = tryLockDataDir(dataDir);
  if (lock === null) {
    const running = await runningPostgresUrl(dataDir);
    if (running !== null) return use(running);
    lock = await lockDataDir(dataDir);
  }
  try {
    const postgres = await startPostgres({ dataDir, lock: lock.handle });
    try {
      return await use(postgres.url());
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}
