import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Returns an identity that distinguishes a process from a later one with the same pid; null if no such process runs.
 * A pid alone is not enough: after a reboot, or in another container, pids are used again.
 */
export function processIdentity(pid: number): string | null {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may contain spaces. State is the first field after it, start time the 20th.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [state, startedAt] = [fields[0], fields[19]];
      // A zombie has ended. In a container, it may never be reaped.
      if (state === "Z" || state === "X") return null;
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return `${boot}/${readlinkSync("/proc/self/ns/pid")}/${startedAt}`;
    }
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return started === "" ? null : started;
  } catch {
    return null;
  }
}
