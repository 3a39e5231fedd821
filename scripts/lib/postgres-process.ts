import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CommandError } from "@/scripts/lib/command-error";
import { freePort } from "@/scripts/lib/free-port";
import { type Cluster, clusterArgument, serverEnvironment } from "@/scripts/lib/postgres-cluster";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 5_000_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: `${sharedBuffersMiB(process.constrainedMemory() || totalmem())}MB`,
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
  // A failed statement or its row may hold message text or a number: neither belongs in a log.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/**
 * What of the machine's memory the database keeps pages in: an eighth, from 128 MiB to 2 GiB. Indexes of some million
 * messages that have no room there cost acceptance a quarter of its rate (`bench/growth.ts`).
 * @param bytes the memory there is; a container without a limit says more than there can be.
 */
export function sharedBuffersMiB(bytes: number): number {
  const memory = Math.min(bytes, totalmem());
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 2048));
}

export function connectionString(password: string, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Starts the server of a cluster on a free port and waits until it answers. */
export async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  if (existsSync(cluster.log) && statSync(cluster.log).size > MAX_LOG_BYTES) truncateSync(cluster.log);
  const logStart = existsSync(cluster.log) ? statSync(cluster.log).size : 0;
  const deadline = Date.now() + START_TIMEOUT_MS;
  // Another program may take the port first, or a killed server's last processes may still be on their way out.
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort();
    const child = spawnServer(cluster, port, settings);
    if (await answersBefore(deadline, child, connectionString(cluster.password, port, "postgres"))) {
      return { child, port };
    }
    await stopChild(child);
    await sleep(200 * attempt);
  }
  const said = readFileSync(cluster.log, "utf8").slice(logStart).trim().split("\n").slice(-3).join(" ");
  throw new CommandError(`The embedded PostgreSQL did not start: ${said || "it said nothing."}`);
}

function spawnServer(cluster: Cluster, port: number, settings: Record<string, string>): ChildProcess {
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = openSync(cluster.log, "a", 0o600);
  const args = ["-D", clusterArgument(cluster.folder, cluster.user), "-p", String(port), ...options];
  const child = spawn(cluster.binaries.postgres, args, {
    cwd: cluster.folder,
    env: serverEnvironment(),
    stdio: ["ignore", log, log],
    // Ctrl-C goes to the terminal's whole process group, and the database must outlive the server's draining.
    detached: true,
    ...cluster.user,
  });
  child.on("error", () => {});
  child.unref();
  closeSync(log);
  return child;
}

async function answersBefore(deadline: number, child: ChildProcess, url: string): Promise<boolean> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if (await answers(url)) return true;
    if (Date.now() > deadline) return false;
    await Promise.race([sleep(20), exited]);
  }
  return false;
}

/** Whether a server lets us in at this address. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Fast shutdown: transactions in progress are rolled back. Resolves when the server has exited. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill("SIGINT");
  // An immediate shutdown loses nothing either: the next start recovers from the log.
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
