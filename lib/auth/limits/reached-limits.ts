import { BoundedMap } from "@/lib/auth/callers/bounded-map";

/** How many reached limits a process remembers; the oldest goes first, and costs one statement to be known again. */
const MAX_REMEMBERED = 20_000;

// Next bundles each route apart: what is remembered is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayReachedLimits?: BoundedMap<number> };

function limits(): BoundedMap<number> {
  holder.gatewayReachedLimits ??= new BoundedMap(MAX_REMEMBERED);
  return holder.gatewayReachedLimits;
}

/** When a limit that this process knows to be reached ends; null where it knows of none. */
export function limitEnd(key: Buffer, now: Date): Date | null {
  const name = key.toString("base64");
  const endsAtMs = limits().get(name);
  if (endsAtMs === undefined) return null;
  if (endsAtMs > now.getTime()) return new Date(endsAtMs);
  limits().delete(name);
  return null;
}

/** Forgets a limit: what had been counted was taken back. */
export function forgetLimit(key: Buffer): void {
  limits().delete(key.toString("base64"));
}

/** Remembers that a limit is reached until its window ends. */
export function rememberLimit(key: Buffer, endsAt: Date): void {
  limits().set(key.toString("base64"), endsAt.getTime());
}
