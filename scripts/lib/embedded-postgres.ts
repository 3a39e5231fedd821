import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { postgresBinaries, serverUser } from "@/scripts/lib/postgres-binaries";
import { createCluster, readPassword } from "@/scripts/lib/postgres-cluster";
import { readPidFile, stopOrphan } from "@/scripts/lib/postgres-orphan";
import { answers, connectionString, launch, stopChild } from "@/scripts/lib/postgres-process";

export type EmbeddedPostgres = {
  /** Connection string of the given database; without a name, of the gateway's own. */
  url: (database?: string) => string;
  /** Fast shutdown: transactions in progress are rolled back; resolves when the server has exited. */
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  /** Settings on top of the usual ones, for instance `fsync=off` for a throwaway. */
  settings?: Record<string, string>;
};

const DATABASE = "gateway";

/**
 * Starts PostgreSQL on the cluster in `<dataDir>/postgres`, making it first if there is none, and waits until it answers.
 * It listens on 127.0.0.1 alone, on a port free at the time. A server left running by a process that was killed is
 * stopped first. The caller holds the data folder's lock.
 */
export async function startPostgres({ dataDir, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const cluster = path.join(dataDir, "postgres");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const user = serverUser(cluster);
  const binaries = postgresBinaries(user);
  const password = readPassword(dataDir, cluster);
  if (!existsSync(cluster)) await createCluster(dataDir, cluster, password, binaries, user);
  await stopOrphan(cluster);

  const log = path.join(dataDir, "postgres.log");
  const { child, port } = await launch(cluster, log, password, settings, binaries, user);
  // If this process dies without its shutdown, the database is told to go as well.
  const onExit = () => void child.kill("SIGINT");
  process.once("exit", onExit);
  await ensureDatabase(connectionString(password, port, "postgres"));
  return {
    url: (database = DATABASE) => connectionString(password, port, database),
    stop: async () => {
      process.off("exit", onExit);
      await stopChild(child);
    },
  };
}

/** The gateway database's address on a server that another process runs on this data folder, or null. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const cluster = path.join(dataDir, "postgres");
  const running = readPidFile(cluster);
  if (running === null || !existsSync(cluster)) return null;
  const url = connectionString(readPassword(dataDir, cluster), running.port, DATABASE);
  return (await answers(url)) ? url : null;
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
