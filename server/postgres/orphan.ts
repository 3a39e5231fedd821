import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_TIMEOUT_MS = 30_000;

export type PidFile = { pid: number; port: number };

/**
 * Reads the pid and port that a server wrote when it started in this cluster; null if there is none, or if it was
 * stopped.
 */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return null;
  }
}

/**
 * Returns the arguments of a running process; none for one that has ended. Throws if the system does not report them.
 */
function commandLine(pid: number): string[] {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .split(" ");
  } catch (error) {
    if (isAlive(pid)) throw error;
    return [];
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

/** Returns whether the process is still that server. After a crash of the machine, another program may have its pid. */
function isServer({ pid, port }: PidFile): boolean {
  const words = commandLine(pid);
  const portAt = words.indexOf("-p") + 1;
  return portAt > 0 && path.basename(words[0] ?? "").startsWith("postgres") && words[portAt] === String(port);
}

/**
 * Stops the server that a killed process left running on this cluster.
 * @returns false if this process can see no such server.
 */
export async function stopLeftServer(cluster: string): Promise<boolean> {
  const left = readPidFile(cluster);
  if (left === null || !isServer(left)) return false;
  process.kill(left.pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isServer(left) && Date.now() < deadline) await sleep(20);
  return true;
}

/**
 * Stops the server that a killed process left running on this cluster, and removes the pid file of a crashed one. The
 * caller holds the data folder's lock.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  if (await stopLeftServer(cluster)) return;
  // PostgreSQL would mistake another program with that pid for itself, and refuse to start.
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}
