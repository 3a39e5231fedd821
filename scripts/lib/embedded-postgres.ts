import pg from "pg";
import { clusterFolder, clusterPassword, openCluster } from "@/scripts/lib/postgres-cluster";
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
  const cluster = await openCluster(dataDir);
  await stopOrphan(cluster.folder);
  const { child, port } = await launch(cluster, settings);
  // If this process dies without its shutdown, the database is told to go as well.
  const onExit = () => void child.kill("SIGINT");
  process.once("exit", onExit);
  await ensureDatabase(connectionString(cluster.password, port, "postgres"));
  return {
    url: (database = DATABASE) => connectionString(cluster.password, port, database),
    stop: async () => {
      process.off("exit", onExit);
      await stopChild(child);
    },
  };
}

/** The gateway database's address on a server that another process runs on this data folder, or null. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const running = readPidFile(clusterFolder(dataDir));
  if (running === null) return null;
  const url = connectionString(clusterPassword(dataDir), running.port, DATABASE);
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
