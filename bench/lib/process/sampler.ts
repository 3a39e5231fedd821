import { takenBy } from "@/bench/lib/process/processes";

const EVERY_MS = 1_000;

/** The use of a process while it was watched. Null if the system does not provide it. */
export type WatchedUse = {
  /** Resident memory in MiB: the maximum, and a sample each second. */
  peakMiB: number | null;
  memoryMiB: number[];
  /** Seconds of processor time. */
  cpuSeconds: number | null;
};

/**
 * Watches processes with all their descendants from now on.
 * @param pids by name. Null for an unknown one.
 * @returns a function that stops watching and returns the use of each.
 */
export function watch<Name extends string>(
  pids: Record<Name, number | null>,
): () => Record<Name, WatchedUse> {
  const names = Object.keys(pids) as Name[];
  const look = () => names.map((name) => (pids[name] === null ? null : takenBy(pids[name])));
  const looks = [look()];
  const timer = setInterval(() => looks.push(look()), EVERY_MS);
  return () => {
    clearInterval(timer);
    looks.push(look());
    const watched = names.map((name, index): [Name, WatchedUse] => {
      const memoryMiB = looks.flatMap((all) => all[index]?.memoryMiB ?? []);
      const [first, last] = [looks[0]?.[index], looks.at(-1)?.[index]];
      const peakMiB = memoryMiB.length > 0 ? Math.max(...memoryMiB) : null;
      return [
        name,
        { peakMiB, memoryMiB, cpuSeconds: first && last ? last.cpuSeconds - first.cpuSeconds : null },
      ];
    });
    return Object.fromEntries(watched) as Record<Name, WatchedUse>;
  };
}
