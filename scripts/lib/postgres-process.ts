import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CommandError } from "@/scripts/lib/command-error";
import { freePort } from "@/scripts/lib/free-port";
import type { PostgresBinaries, ServerUser } from "@/scripts/lib/postgres-binaries";
import { clusterArgument, serverEnvironment } from "@/scripts/lib/postgres-cluster";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 5_000_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
  // A failed statement or its row may hold message text or a number: neither belongs in a log.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

export function connectionString(password: string, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Starts the server of a cluster on a free port and waits until it answers. */
export async function launch(
  cluster: string,
  log: string,
  password: string,
  settings: Record<string, string>,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<{ child: ChildProcess; port: number }> {
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) truncateSync(log);
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const logHandle = openSync(log, "a", 0o600);
    const logStart = statSync(log).size;
    // Detached: Ctrl-C goes to the terminal's whole process group, and the database must outlive the server's draining.
    const child = spawn(
      binaries.postgres,
      ["-D", clusterArgument(cluster, user), "-p", String(port), ...options],
      {
        cwd: cluster,
        env: serverEnvironment(),
        stdio: ["ignore", logHandle, logHandle],
        detached: true,
        ...user,
      },
    );
    closeSync(logHandle);
    child.unref();
    const exited = new Promise<void>(
      (resolve) => void child.once("exit", resolve).once("error", () => resolve()),
    );
    const url = connectionString(password, port, "postgres");
    while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      if (await answers(url)) return { child, port };
      if (Date.now() > deadline) break;
      await Promise.race([sleep(20), exited]);
    }
    // Another program may have taken the port, or a killed server's last processes may still be on their way out.
    if (attempt < 5 && Date.now() < deadline) {
      await sleep(200 * attempt);
      continue;
    }
    child.kill("SIGINT");
    const said = readFileSync(log, "utf8").slice(logStart).trim().split("\n").slice(-3).join(" ");
    throw new CommandError(`The embedded PostgreSQL did not start: ${said || "it said nothing."}`);
  }
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
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill("SIGINT");
  // An immediate shutdown loses nothing either: the next start recovers from the log.
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
