import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CommandError } from "@/server/base/command-error";
import { freePort, isPortFree } from "@/server/base/free-port";
import { type Cluster, clusterArgument, serverEnvironment } from "@/server/postgres/cluster";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const QUIT_TIMEOUT_MS = 5_000;
const ASK_TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 5;
const MAX_LOG_BYTES = 5_000_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  // A statement that reads all months locks each partition with its indexes.
  max_locks_per_transaction: "256",
  shared_buffers: `${sharedBuffersMiB(process.constrainedMemory() || totalmem())}MB`,
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
  // A failed statement or its row may contain message text or a number: neither belongs in a log.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/**
 * Returns the memory for the database's pages: an eighth of the machine's, from 128 MiB to 2 GiB. If the indexes of
 * some million messages do not fit, acceptance loses a quarter of its rate (`npm run bench -- growth`).
 * @param bytes the machine's memory. A container without a limit reports more than possible.
 */
export function sharedBuffersMiB(bytes: number): number {
  const memory = Math.min(bytes, totalmem());
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 2048));
}

export function connectionString(password: string, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Another program has the port that the server had. */
export class PortTakenError extends CommandError {}

/**
 * Starts the server of a cluster on a free port and waits until it answers.
 * @throws CommandError with the server's own last log lines.
 */
export async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  // Another program may take the port first, or a killed server's last processes may still be ending.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { child: await launchOn(cluster, settings, port), port };
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await sleep(200 * attempt);
    }
  }
}

/**
 * Starts the server of a cluster on this port. Waits until it answers, and longer while it reports a recovery.
 * @throws CommandError with the server's own last log lines; PortTakenError if another program has the port.
 */
export async function launchOn(
  cluster: Cluster,
  settings: Record<string, string>,
  port: number,
): Promise<ChildProcess> {
  if (existsSync(cluster.log) && statSync(cluster.log).size > MAX_LOG_BYTES) truncateSync(cluster.log);
  const logStart = existsSync(cluster.log) ? statSync(cluster.log).size : 0;
  if (!(await isPortFree(port)))
    throw new PortTakenError(`Another program uses port ${port} of the embedded PostgreSQL.`);
  const child = spawnServer(cluster, port, settings);
  if (await comesUp(child, connectionString(cluster.password, port, "postgres"))) return child;
  await stopChild(child);
  const said = readFileSync(cluster.log).subarray(logStart).toString();
  throw new CommandError(`The embedded PostgreSQL did not start: ${reasonIn(said)}`);
}

/**
 * Returns the reason why a server did not start: the first line of its log with a reason. Lines about rejected
 * connections or a shutdown that follows are skipped.
 */
export function reasonIn(log: string): string {
  const lines = log.trim().split("\n");
  const reason = lines.find(
    (line) => /\b(PANIC|FATAL): /.test(line) && !/FATAL: +the database system/.test(line),
  );
  return (reason ?? lines.slice(-3).join(" ")) || "it said nothing.";
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
    stdio: ["ignore", log, log, ...(cluster.lock === null ? [] : [cluster.lock])],
    // Ctrl-C signals the terminal's whole process group, and the database must outlive the server's drain.
    detached: true,
    ...cluster.user,
  });
  child.on("error", () => {});
  child.unref();
  closeSync(log);
  return child;
}

async function comesUp(child: ChildProcess, url: string): Promise<boolean> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let deadline = performance.now() + START_TIMEOUT_MS;
  while (!hasEnded(child) && performance.now() < deadline) {
    const answer = await ask(url);
    if (answer === "yes") return true;
    // After a crash the server first replays its log, however long that lasts.
    if (answer === "refuses") deadline = performance.now() + START_TIMEOUT_MS;
    await Promise.race([sleep(20), exited]);
  }
  return false;
}

/** Returns "yes" if a server accepts us at this address and answers a query, or else the reason. */
export async function ask(url: string): Promise<"yes" | "refuses" | "no"> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return "yes";
  } catch (error) {
    return error instanceof pg.DatabaseError ? "refuses" : "no";
  } finally {
    // A server that hangs does not close the connection.
    void client.end().catch(() => {});
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Kills a server that does not answer: the next start recovers from its log. Resolves when it has exited. */
export async function stopHanging(child: ChildProcess): Promise<void> {
  await endWith(child, "SIGQUIT", QUIT_TIMEOUT_MS);
}

/** Fast shutdown: transactions in progress are rolled back. Resolves when the server has exited. */
export async function stopChild(child: ChildProcess): Promise<void> {
  // An immediate shutdown loses nothing either: the next start recovers from the log.
  await endWith(child, "SIGINT", STOP_TIMEOUT_MS);
}

/** Signals a server and waits. If it does not end in time, it gets a stronger signal, and at last SIGKILL. */
async function endWith(child: ChildProcess, signal: "SIGINT" | "SIGQUIT", withinMs: number): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill(signal);
  const timers = [
    setTimeout(() => child.kill("SIGQUIT"), withinMs),
    setTimeout(() => child.kill("SIGKILL"), withinMs + QUIT_TIMEOUT_MS),
  ];
  await exited;
  for (const timer of timers) clearTimeout(timer);
}
