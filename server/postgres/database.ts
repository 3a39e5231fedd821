import { existsSync } from "node:fs";
import { describeDatabase } from "@/lib/db/migrations/connect";
import { CommandError } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";
import { clusterFolder } from "@/server/postgres/cluster";
import { lockDataDir, tryLockDataDir } from "@/server/postgres/data-lock";
import { runningPostgresUrl, startPostgres } from "@/server/postgres/embedded-postgres";

/**
 * Runs a command against `DATABASE_URL`, or if that is not set, against the embedded database of `DATA_DIR`. Prints
 * to standard error which database it is.
 * @throws CommandError if there is no embedded database: a command with another `DATA_DIR` than the server would answer
 * from an empty one.
 */
export async function withDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl === undefined && !existsSync(clusterFolder(dataDir)))
    throw new CommandError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to the server's value, or start the server first.`,
    );
  return withOwnDatabase(use);
}

/** The same, but creates the embedded database if there is none. */
export async function withOwnDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl === undefined) {
    console.error(`Database: embedded in ${dataDir}`);
    return withEmbeddedDatabase(use);
  }
  console.error(`Database: ${nameOf(databaseUrl)}`);
  return use(databaseUrl);
}

/** The database's name, or which setting has it if that is no address: the connection fails with the reason. */
function nameOf(databaseUrl: string): string {
  try {
    return describeDatabase(databaseUrl);
  } catch {
    return "the one of DATABASE_URL";
  }
}

/**
 * Runs a command against the embedded database: on the server that already runs, else on one started for it.
 */
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
