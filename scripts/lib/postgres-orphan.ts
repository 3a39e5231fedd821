import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_TIMEOUT_MS = 30_000;

/** What a server wrote down of itself when it started in this cluster: its process and port; null when none did. */
export function readPidFile(cluster: string): { pid: number; port: number } | null {
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

/** Stops the server that a killed process left running on this cluster, and clears away what a crash left of one. */
export async function stopOrphan(cluster: string): Promise<void> {
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
