import { BoundedMap } from "@/lib/bounded-map";
import { processWide } from "@/lib/process-wide";

/** How many reached limits a process remembers; the oldest goes first, and costs one statement to be known again. */
const MAX_REMEMBERED = 20_000;

/**
 * How long a process goes by what it remembers before it asks the database again. A right secret takes back
 * its attempt, and so makes room for another. Its own worker knows at once, all other workers and servers
 * within this time.
 */
export const REMEMBERED_MS = 5_000;

type Reached = { endsAtMs: number; askAgainAtMs: number };

const limits = processWide("gatewayReachedLimits", () => new BoundedMap<Reached>(MAX_REMEMBERED));

/** When a limit that this process knows to be reached ends; null where it knows of none, or has to ask again. */
export function limitEnd(key: Buffer, now: Date): Date | null {
  const reached = limits.value.get(key.toString("base64"));
  return reached && !isOver(reached, now) && !isOld(reached, now) ? new Date(reached.endsAtMs) : null;
}

/** When a limit that was reached when this process last asked ends, however long ago that was; null where it knows of none. */
export function rememberedEnd(key: Buffer, now: Date): Date | null {
  const reached = limits.value.get(key.toString("base64"));
  return reached && !isOver(reached, now) ? new Date(reached.endsAtMs) : null;
}

/** Whether a limit was reached when this process last asked, so long ago that it has to ask again. */
export function isDoubtful(key: Buffer, now: Date): boolean {
  const reached = limits.value.get(key.toString("base64"));
  return reached !== undefined && !isOver(reached, now) && isOld(reached, now);
}

const isOver = ({ endsAtMs }: Reached, now: Date) => now.getTime() >= endsAtMs;

const isOld = ({ askAgainAtMs }: Reached, now: Date) => now.getTime() >= askAgainAtMs;

/** Lifts a limit: what had been counted was taken back. */
export function liftLimit(key: Buffer): void {
  limits.value.delete(key.toString("base64"));
}

/** Remembers for `REMEMBERED_MS` that a limit is reached until its window ends. */
export function rememberLimit(key: Buffer, endsAt: Date, now: Date): void {
  const reached = { endsAtMs: endsAt.getTime(), askAgainAtMs: now.getTime() + REMEMBERED_MS };
  limits.value.set(key.toString("base64"), reached);
}
