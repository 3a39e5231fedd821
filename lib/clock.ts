// Next bundles each route apart: the clock is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayClockOffsetMs?: number };

/**
 * The present instant, by the database's clock as far as this process has read it: servers whose own clocks disagree must
 * agree on when a lease ends. Endpoint wrappers and job loops ask once and pass it on as `now`; operations never ask for
 * themselves, so that a test gives any instant it likes.
 */
export function now(): Date {
  return new Date(Date.now() + clockOffsetMs());
}

/** How far the database's clock is ahead of this machine's, in milliseconds; 0 until it is measured. */
export function clockOffsetMs(): number {
  return holder.gatewayClockOffsetMs ?? 0;
}

/** Sets how far the database's clock is ahead, in milliseconds. */
export function setClockOffset(offsetMs: number): void {
  holder.gatewayClockOffsetMs = offsetMs;
}
