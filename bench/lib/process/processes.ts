import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks in a second, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** The use of the machine by a process and its descendants. */
export type ResourceUse = { memoryMiB: number; cpuSeconds: number };

type Stat = { pid: number; parent: number; ticks: number; ticksOfEnded: number };

/**
 * Returns the use of a process and all its descendants at this moment: the memory of each, and shared memory
 * once. Null without such a process, and on other systems than Linux.
 */
export function takenBy(root: number): ResourceUse | null {
  const all = allProcesses();
  const first = all.get(root);
  if (!first) return null;
  const tree = [first];
  for (const { pid } of tree) tree.push(...[...all.values()].filter(({ parent }) => parent === pid));
  const memory = tree.map(({ pid }) => memoryOf(pid));
  const own = memory.reduce((sum, each) => sum + each.own, 0);
  const files = Math.max(...memory.map((each) => each.files));
  const shared = Math.max(...memory.map((each) => each.shared));
  const ticks = tree.reduce((sum, stat) => sum + stat.ticks, 0) + first.ticksOfEnded;
  return { memoryMiB: (own + files + shared) / 1024, cpuSeconds: ticks / TICKS_PER_SECOND };
}

/** Returns the parent of a process of this name. Null without such a process. */
export function parentOf(pid: number, name: string): number | null {
  const stat = readStat(pid);
  return stat?.name === name ? stat.parent : null;
}

function allProcesses(): Map<number, Stat> {
  const found = new Map<number, Stat>();
  if (process.platform !== "linux") return found;
  for (const entry of readdirSync("/proc")) {
    const stat = /^\d+$/.test(entry) ? readStat(Number(entry)) : null;
    if (stat) found.set(stat.pid, stat);
  }
  return found;
}

function readStat(pid: number): (Stat & { name: string }) | null {
  const text = read(`/proc/${pid}/stat`);
  // The name is in parentheses and may contain some itself.
  const nameEnd = text.lastIndexOf(")");
  if (nameEnd < 0) return null;
  const name = text.slice(text.indexOf("(") + 1, nameEnd);
  const fields = text.slice(nameEnd + 2).split(" ");
  const at = (field: number) => Number(fields[field - 3] ?? 0);
  return { pid, name, parent: at(4), ticks: at(14) + at(15), ticksOfEnded: at(16) + at(17) };
}

/** Returns resident memory in KiB. */
function memoryOf(pid: number): { own: number; files: number; shared: number } {
  const text = read(`/proc/${pid}/status`);
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { own: of("RssAnon"), files: of("RssFile"), shared: of("RssShmem") };
}

/** Reads a file; empty if its process has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
