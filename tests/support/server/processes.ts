import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

type Process = { pid: number; parent: number; command: string };

/**
 * Returns true if a process runs. A zombie does not run. The function is called many times a second, so it
 * reads no other process if it can.
 */
export function isRunning(pid: number): boolean {
  const read = process.platform === "linux" ? readProcess(pid) : allProcesses();
  return read.some((each) => each.pid === pid && each.command !== "");
}

/** Returns the processor time of a process, in milliseconds. */
export function cpuMs(pid: number): number {
  if (process.platform === "linux") {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // User and system time, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
  const time = execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" });
  return time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000;
}

/** Returns the workers of the server with this first process, or the process of its pages. */
export function childrenOf(server: number, role: "workers" | "pages"): number[] {
  return allProcesses()
    .filter(({ parent, command }) => parent === server && command.includes(path.join(role, "process.js")))
    .map(({ pid }) => pid);
}

function allProcesses(): Process[] {
  if (process.platform === "linux") {
    return readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? readProcess(Number(entry)) : []));
  }
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : { pid: Number(pid), parent: Number(parent), command };
  });
}

/** Returns an empty list if the process has just ended. */
function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
  } catch {
    return [];
  }
}
