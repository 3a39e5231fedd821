import type { Load, RateLimit } from "@/lib/carriers/load/load";

/** How busy a connection is, as its columns have it: null where nothing can be submitted by it. */
type LoadColumns = {
  [Column in "perSecond" | "inUse" | "windowSize" | "tps" | "allowedTps"]: number | null;
};

/** A carrier with what is said of how busy its links are, and the processes that ask it by themselves. */
type LoadRows = {
  links: readonly (LoadColumns & { lease: Date })[];
  loads: readonly (LoadColumns & { until: Date })[];
};

/** How busy a carrier is as a whole; `processes` share in it, each with a rate and a window of its own. */
export type CarrierLoad = Load & RateLimit & { processes: number };

/** How busy a connection is; null where nothing can be submitted by it. */
export function loadOf({ perSecond, inUse, windowSize }: LoadColumns): Load | null {
  if (perSecond === null || inUse === null || windowSize === null) return null;
  return { perSecond, inUse, window: windowSize };
}

/** How busy a carrier is by the words that count now; null where nothing is sent. */
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
