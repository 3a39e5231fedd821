import { type Taken, takenBy } from "@/bench/lib/process/processes";

const EVERY_MS = 1_000;

/** What a process used while it was watched. */
export type Watched = {
  /** Resident memory in MiB: the maximum, and a sample each second. */
  peakMiB: number | null;
  memoryMiB: number[];
  /** Seconds of processor time. */
  cpuSeconds: number | null;
};

/**
 * Watches processes with all their descendants from now on.
 * @param pids by name. Null where it is not known.
 * @returns a function that stops watching and returns what each used.
 */
export function watch<Name extends string>(pids: Record<Name, number | null>): () => Record<Name, Watched> {
  const names = Object.keys(pids) as Name[];
  const look = (name: Name) => (pids[name] === null ? null : takenBy(pids[name]));
  const before = new Map<Name, Taken | null>(names.map((name) => [name, look(name)]));
  const samples = new Map<Name, number[]>(
    names.map((name) => {
      const at = before.get(name);
      return [name, at ? [at.memoryMiB] : []];
    }),
  );
  const sample = () => {
    const taken = new Map<Name, Taken | null>();
    for (const name of names) {
      const now = look(name);
      taken.set(name, now);
      if (now) samples.get(name)?.push(now.memoryMiB);
    }
    return taken;
  };
  const timer = setInterval(sample, EVERY_MS);
  return () => {
    clearInterval(timer);
    const after = sample();
    const tell = (name: Name): Watched => {
      const memoryMiB = samples.get(name) ?? [];
      const [first, last] = [before.get(name), after.get(name)];
      return {
        peakMiB: memoryMiB.length > 0 ? Math.max(...memoryMiB) : null,
        memoryMiB,
        cpuSeconds: first && last ? last.cpuSeconds - first.cpuSeconds : null,
      };
    };
    return Object.fromEntries(names.map((name) => [name, tell(name)])) as Record<Name, Watched>;
  };
}
