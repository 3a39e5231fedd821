import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import path from "node:path";

/** What the figures depend on besides the code. */
export type Machine = {
  cores: number;
  processor: string;
  memoryGiB: number;
  node: string;
  postgres: string;
  /** The commit of the working tree, with a + where it has changes. Null outside of git. */
  commit: string | null;
  /** The load average of the last minute when the run began. Above 0, other processes were at work. */
  loadAverage: number;
  /** How long the disk takes to confirm a write of 8 KiB. */
  fsyncMs: number;
};

/** @param folder on the disk of the database's files. */
export function describeMachine(root: string, folder: string, postgres: string): Machine {
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? "unknown",
    memoryGiB: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    node: process.versions.node,
    postgres,
    commit: commitOf(root),
    loadAverage: loadavg()[0] ?? 0,
    fsyncMs: fsyncMs(path.join(folder, "fsync")),
  };
}

function commitOf(root: string): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return (
      git("rev-parse", "--short", "HEAD") +
      (git("--no-optional-locks", "status", "--porcelain", "-uno") === "" ? "" : "+")
    );
  } catch {
    return null;
  }
}

/** The median of a hundred times. */
function fsyncMs(file: string): number {
  const handle = openSync(file, "w");
  const page = Buffer.alloc(8192, 1);
  const times = Array.from({ length: 100 }, () => {
    const startedAt = performance.now();
    writeSync(handle, page);
    fsyncSync(handle);
    return performance.now() - startedAt;
  });
  closeSync(handle);
  rmSync(file);
  return times.sort((one, other) => one - other)[50] as number;
}
