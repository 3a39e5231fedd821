import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { closeSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CommandError } from "@/scripts/lib/command-error";
import { freePort } from "@/scripts/lib/free-port";
import { type PostgresBinaries, postgresBinaries, type ServerUser, serverUser } from "@/scripts/lib/postgres-binaries";

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
  const { child, port } = await launch(cluster, log, password, { ...SETTINGS, ...settings }, binaries, user);
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

function connectionString(password: string, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

function readPassword(dataDir: string, cluster: string): string {
  const file = path.join(dataDir, "postgres-password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existsSync(cluster)) {
    throw new CommandError(
      `${file} is missing: put it back, or remove ${cluster} as well to begin with an empty database.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * How the server is told where its cluster is. Run by root it gives up its privileges, and may then be unable to walk
 * down to a folder closed to others; but it starts with the cluster as its working directory, which needs no walking.
 */
function clusterArgument(cluster: string, user: ServerUser): string {
  return user !== null && process.platform === "linux" ? "/proc/self/cwd" : cluster;
}

/** Its environment: nothing of ours, so that neither the host's locale nor `PG*` variables reach the server. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC", PATH, SystemRoot, TEMP };
}

async function createCluster(
  dataDir: string,
  cluster: string,
  password: string,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<void> {
  // Made aside and renamed, so that an interrupted first start leaves no half a cluster behind.
  const partial = `${cluster}.new`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = path.join(dataDir, "postgres-password.init");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== null) for (const file of [partial, passwordFile]) chownSync(file, user.uid, user.gid);
  const passwordHandle = openSync(passwordFile, "r");
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--auth=scram-sha-256", "--pwfile=/dev/stdin"];
  const child = spawn(binaries.initdb, [`--pgdata=${clusterArgument(partial, user)}`, ...access, ...locale], {
    cwd: partial,
    env: serverEnvironment(),
    stdio: [passwordHandle, "pipe", "pipe"],
    ...user,
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  closeSync(passwordHandle);
  rmSync(passwordFile);
  if (code !== 0) throw new CommandError(`The embedded PostgreSQL could not be set up: ${output.trim()}`);
  renameSync(partial, cluster);
}

async function launch(
  cluster: string,
  log: string,
  password: string,
  settings: Record<string, string>,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<{ child: ChildProcess; port: number }> {
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) truncateSync(log);
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const logHandle = openSync(log, "a", 0o600);
    const logStart = statSync(log).size;
    // Detached: Ctrl-C goes to the terminal's whole process group, and the database must outlive the server's draining.
    const child = spawn(binaries.postgres, ["-D", clusterArgument(cluster, user), "-p", String(port), ...options], {
      cwd: cluster,
      env: serverEnvironment(),
      stdio: ["ignore", logHandle, logHandle],
      detached: true,
      ...user,
    });
    closeSync(logHandle);
    child.unref();
    const exited = new Promise<void>((resolve) => void child.once("exit", resolve).once("error", () => resolve()));
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

async function answers(url: string): Promise<boolean> {
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

function readPidFile(cluster: string): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether `pid` is the server of this cluster; after a machine crash the number may be another program's. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  // The server's working directory is its cluster. Elsewhere than on Linux the number has to do.
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

async function stopOrphan(cluster: string): Promise<void> {
  const left = readPidFile(cluster);
  if (left === null) return;
  if (isServerOf(left.pid, cluster)) {
    process.kill(left.pid, "SIGINT");
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(left.pid) && Date.now() < deadline) await sleep(20);
  } else {
    // PostgreSQL would take another program with that number for itself, and refuse to start.
    rmSync(path.join(cluster, "postmaster.pid"), { force: true });
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill("SIGINT");
  // An immediate shutdown loses nothing either: the next start recovers from the log.
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
