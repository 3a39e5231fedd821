import { readSettings } from "@/server/base/settings";
import { lockDataDir, tryLockDataDir } from "@/server/postgres/data-lock";
import { runningPostgresUrl, startPostgres } from "@/server/postgres/embedded-postgres";

/** Runs a command against DATABASE_URL, or where that is not set, against the embedded database. */
export async function withDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const url = readSettings().databaseUrl;
  return url !== undefined ? use(url) : withEmbeddedDatabase(use);
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
