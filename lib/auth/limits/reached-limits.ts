import { BoundedMap } from "@/lib/bounded-map";
import { processWide } from "@/lib/process-wide";

/** The most cached limits. The oldest is dropped first, and costs one statement to be known again. */
const MAX_REMEMBERED = 20_000;

/**
 * The lifetime of a cached limit. A right secret takes back its attempt, and makes room for another. Its own worker
 * knows that at once, and all other workers and servers within this time.
 */
export const REMEMBERED_MS = 5_000;

type CachedLimit = { endsAtMs: number; askAgainAtMs: number };

const limits = processWide("gatewayReachedLimits", () => new BoundedMap<CachedLimit>(MAX_REMEMBERED));

/** Returns the end of a limit that is reached according to the cache; null if the cache is empty or too old. */
export function limitEnd(key: Buffer, now: Date): Date | null {
  const reached = limits.value.get(key.toString("base64"));
  return reached && !isOver(reached, now) && !isOld(reached, now) ? new Date(reached.endsAtMs) : null;
}

/** Returns the end of a limit that the last read found reached, or null. The age of that read does not count. */
export function rememberedEnd(key: Buffer, now: Date): Date | null {
  const reached = limits.value.get(key.toString("base64"));
  return reached && !isOver(reached, now) ? new Date(reached.endsAtMs) : null;
}

/** Returns whether a limit was reached at a read that is too old now. */
export function isDoubtful(key: Buffer, now: Date): boolean {
  const reached = limits.value.get(key.toString("base64"));
  return reached !== undefined && !isOver(reached, now) && isOld(reached, now);
}

const isOver = ({ endsAtMs }: CachedLimit, now: Date) => now.getTime() >= endsAtMs;

const isOld = ({ askAgainAtMs }: CachedLimit, now: Date) => now.getTime() >= askAgainAtMs;

/** Drops a limit from the cache, because an attempt was taken back. */
export function liftLimit(key: Buffer): void {
  limits.value.delete(key.toString("base64"));
}

/** Caches for `REMEMBERED_MS` that a limit is reached until its window ends. */
export function rememberLimit(key: Buffer, endsAt: Date, now: Date): void {
  const reached = { endsAtMs: endsAt.getTime(), askAgainAtMs: now.getTime() + REMEMBERED_MS };
  limits.value.set(key.toString("base64"), reached);
}
