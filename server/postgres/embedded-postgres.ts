import pg from "pg";
import { clusterFolder, clusterPassword, openCluster } from "@/server/postgres/cluster";
import { readPidFile, stopOrphan } from "@/server/postgres/orphan";
import { ask, connectionString, launch, launchOn, stopChild } from "@/server/postgres/process";
import { PostgresSupervisor } from "@/server/postgres/supervisor";

export type EmbeddedPostgres = {
  /** Returns the connection string of the given database; without a name, of the gateway's own. */
  url: (database?: string) => string;
  /**
   * Restarts the server on its port when it ends by itself or hangs.
   * @returns a promise that rejects with a CommandError if that does not succeed for some minutes.
   */
  supervise: () => Promise<never>;
  /** Fast shutdown: transactions in progress are rolled back. Resolves when the server has exited. */
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  /** The data folder's lock, which PostgreSQL holds as long as it runs. */
  lock?: number | null;
  /** Settings on top of the usual ones, for instance `fsync=off` for a throwaway server. */
  settings?: Record<string, string>;
};

const DATABASE = "gateway";

/**
 * Starts PostgreSQL on the cluster in `<dataDir>/postgres`, and waits until it answers. If there is no cluster, it is
 * created first. PostgreSQL only listens on 127.0.0.1, on a free port. A server that a killed process left running is
 * stopped first. The caller holds the data folder's lock.
 */
export async function startPostgres({
  dataDir,
  lock = null,
  settings = {},
}: Options): Promise<EmbeddedPostgres> {
  const cluster = { ...(await openCluster(dataDir)), lock };
  await stopOrphan(cluster.folder);
  const { child, port } = await launch(cluster, settings);
  const adminUrl = connectionString(cluster.password, port, "postgres");
  let supervisor: PostgresSupervisor | undefined;
  // If this process dies without its shutdown, the database ends as well.
  const onExit = () => void (supervisor?.child ?? child).kill("SIGINT");
  process.once("exit", onExit);
  await ensureDatabase(adminUrl);
  return {
    url: (database = DATABASE) => connectionString(cluster.password, port, database),
    supervise: () => {
      supervisor ??= new PostgresSupervisor(child, {
        restart: async () => {
          await stopOrphan(cluster.folder);
          return launchOn(cluster, settings, port);
        },
        probe: async () => (await ask(adminUrl)) !== "no",
      });
      return supervisor.broken;
    },
    stop: async () => {
      process.off("exit", onExit);
      await (supervisor ? supervisor.stop() : stopChild(child));
    },
  };
}

/** Returns the gateway database's address on a server that another process runs on this data folder, or null. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const running = readPidFile(clusterFolder(dataDir));
  if (running === null) return null;
  const url = connectionString(clusterPassword(dataDir), running.port, DATABASE);
  return (await ask(url)) === "yes" ? url : null;
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
