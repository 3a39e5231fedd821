import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "@/scripts/lib/command-error";

type Holder = { pid: number; identity: string };

/**
 * What tells a process from a later one with the same number, or null when no such process runs.
 * A pid alone is not enough: after a reboot, or in a container, numbers come round again.
 */
function processIdentity(pid: number): string | null {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may hold spaces. State is the first field after it, start time the 20th.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [state, startedAt] = [fields[0], fields[19]];
      // A zombie has ended; in a container there may be nobody to clear it away.
      if (state === "Z" || state === "X") return null;
      return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${startedAt}`;
    }
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return started === "" ? null : started;
  } catch {
    return null;
  }
}

function lockPath(dataDir: string): string {
  return path.join(dataDir, "server.lock");
}

/** The pid of the running process that holds the data folder, or null: a lock left by a dead process does not count. */
export function dataDirHolder(dataDir: string): number | null {
  try {
    const holder: Holder = JSON.parse(readFileSync(lockPath(dataDir), "utf8"));
    return processIdentity(holder.pid) === holder.identity ? holder.pid : null;
  } catch {
    return null;
  }
}

/**
 * Takes the data folder for this process, since two servers on one PostgreSQL cluster would destroy it.
 * Gives the function that lets it go. Throws a CommandError when a running process holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = lockPath(dataDir);
  const holder: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(holder), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const pid = dataDirHolder(dataDir);
      if (pid !== null || attempt > 2) {
        throw new CommandError(
          `The data folder ${dataDir} is in use by process ${pid ?? "unknown"}. Stop it, or set DATA_DIR to another folder.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
}
