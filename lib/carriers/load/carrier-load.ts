import type { Load, RateLimit } from "@/lib/carriers/load/load";

/** The load columns of a connection, which are null if no messages can be submitted over it. */
type LoadColumns = {
  [Column in "perSecond" | "inUse" | "windowSize" | "tps" | "allowedTps"]: number | null;
};

/** A carrier's load rows: those of its links, and those of processes that submit to it independently. */
type LoadRows = {
  links: readonly (LoadColumns & { lease: Date })[];
  loads: readonly (LoadColumns & { until: Date })[];
};

/** The load of a carrier. `processes` share it, each with its own rate and window. */
export type CarrierLoad = Load & RateLimit & { processes: number };

/** Returns the load of a connection; null if no messages can be submitted over it. */
export function loadOf({ perSecond, inUse, windowSize }: LoadColumns): Load | null {
  if (perSecond === null || inUse === null || windowSize === null) return null;
  return { perSecond, inUse, window: windowSize };
}

/** Returns the load of a carrier from the rows that are valid now; null if none are. */
export function carrierLoadOf({ links, loads }: LoadRows, now: Date): CarrierLoad | null {
  const held = links.filter(({ lease }) => lease > now).flatMap((row) => wordOf(row) ?? []);
  // All links of a carrier share one rate.
  const [link] = held;
  if (link) return { ...sumOf(held), tps: link.tps, allowed: link.allowed, processes: 1 };
  const words = loads.filter(({ until }) => until > now).flatMap((row) => wordOf(row) ?? []);
  if (words.length === 0) return null;
  const sum = (of: (word: RateLimit) => number) => words.reduce((total, word) => total + of(word), 0);
  return {
    ...sumOf(words),
    tps: sum(({ tps }) => tps),
    allowed: sum(({ allowed }) => allowed),
    processes: words.length,
  };
}

function wordOf(row: LoadColumns): (Load & RateLimit) | null {
  const load = loadOf(row);
  const { tps, allowedTps: allowed } = row;
  return load && tps !== null && allowed !== null ? { ...load, tps, allowed } : null;
}

function sumOf(loads: readonly Load[]): Load {
  const sum = (of: (load: Load) => number) => loads.reduce((total, load) => total + of(load), 0);
  const perSecond = Math.round(sum((load) => load.perSecond) * 10) / 10;
  return { perSecond, inUse: sum(({ inUse }) => inUse), window: sum(({ window }) => window) };
}
