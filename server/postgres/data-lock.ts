import { spawnSync } from "node:child_process";
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import { CommandError } from "@/server/base/command-error";
import { clusterFolder } from "@/server/postgres/cluster";
import { stopLeftServer } from "@/server/postgres/orphan";
import { processIdentity } from "@/server/postgres/process-identity";

/**
 * The lock of a data folder is a lock of the operating system on an open file: flock, or on Windows an exclusive
 * share mode. It ends with the last process that has the file open. It also works between containers that share the
 * folder, in which a pid has no meaning.
 *
 * PostgreSQL inherits the lock, so that no other server can lock the folder while PostgreSQL still runs.
 *
 * Node has no call for it. macOS, the BSDs and Windows lock the file as they open it. On Linux, the program `flock`,
 * which comes with every distribution, locks our open file. The lock belongs to our open file, and outlives the
 * program.
 */
export type DataLock = {
  /** The open file, for a child process to inherit; null if that is not possible. */
  handle: number | null;
  release(): void;
};

/**
 * The holder of a lock. The file names it for people. It also distinguishes a server from the processes that it left
 * behind.
 */
type Holder = { pid: number; identity: string };

/** `O_EXLOCK`, and `O_NONBLOCK` so that it does not wait. libuv has a value of its own for Windows. */
const EXCLUSIVE: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | 0x4,
  freebsd: 0x20 | 0x4,
  openbsd: 0x20 | 0x4,
  netbsd: 0x20 | 0x4,
  win32: 0x10000000,
};

/** The descriptor under which `flock` finds the open file. */
const CHILD_HANDLE = 3;

function lockPath(dataDir: string): string {
  return path.join(dataDir, "server.lock");
}

/**
 * Locks the data folder for this process: two servers on one PostgreSQL cluster would destroy it.
 * @returns null if another process has it.
 * @throws CommandError if this system cannot lock files.
 */
export function tryLockDataDir(dataDir: string): DataLock | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const exclusive = EXCLUSIVE[process.platform];
  let file: number;
  try {
    file = openSync(lockPath(dataDir), constants.O_RDWR | constants.O_CREAT | (exclusive ?? 0), 0o600);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (exclusive !== undefined && ["EAGAIN", "EWOULDBLOCK", "EBUSY", "EPERM"].includes(code)) return null;
    throw error;
  }
  if (exclusive === undefined && !flock(file)) {
    closeSync(file);
    return null;
  }
  const holder: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  ftruncateSync(file);
  writeSync(file, `${JSON.stringify(holder)}\n`, 0);
  return { handle: process.platform === "win32" ? null : file, release: () => closeSync(file) };
}

/**
 * Locks the data folder, or throws an error with its holder. If a PostgreSQL of a killed server still runs and holds
 * it, that is stopped first.
 * @throws CommandError if another process has it.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  let lock = tryLockDataDir(dataDir);
  if (lock) return lock;
  const pid = runningHolder(dataDir);
  if (pid === null && (await stopLeftServer(clusterFolder(dataDir)))) lock = tryLockDataDir(dataDir);
  if (lock) return lock;
  const holder = pid === null ? "another server, perhaps in another container" : `process ${pid}`;
  throw new CommandError(
    `The data folder ${dataDir} is in use by ${holder}. Stop it, or set DATA_DIR to another folder.`,
  );
}

/** Returns the pid of the server that holds the data folder, if this process can see it, or else null. */
export function runningHolder(dataDir: string): number | null {
  try {
    const holder: Holder = JSON.parse(readFileSync(lockPath(dataDir), "utf8"));
    return processIdentity(holder.pid) === holder.identity ? holder.pid : null;
  } catch {
    return null;
  }
}

/** Locks an open file, without waiting. Returns false if another process has the lock. */
function flock(file: number): boolean {
  const stdio: ("ignore" | "pipe" | number)[] = ["ignore", "ignore", "pipe", file];
  const { status, error, stderr } = spawnSync("flock", ["-n", String(CHILD_HANDLE)], {
    stdio,
    encoding: "utf8",
  });
  if (status === 0) return true;
  if (status === 1 && stderr.trim() === "") return false;
  throw new CommandError(
    `The data folder cannot be locked (${error?.message ?? stderr.trim()}). ` +
      "Install the program flock, of util-linux or BusyBox, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}
