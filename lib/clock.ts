import os from "node:os";
import { processWide } from "@/lib/process-wide";

/** A clock of the wall that has moved by more than time does was set, or the machine has slept. */
export const JUMP_MS = 250;

/** What `now` counts by, and what it has counted. */
type Counting = {
  /** Whether it counts by the machine's clock of the wall: see `countByWallClock`. */
  byWall: boolean;
  /** How far the database's clock is ahead of `countedMs`; undefined until it is measured. */
  databaseAheadMs?: number | undefined;
  /** What lay between the clocks of this process when a jump was last looked for. */
  wallAheadMs: number;
  uptimeAheadMs: number;
  /** How long the machine has slept, which `performance.now` does not know of. */
  sleptMs: number;
};

const clock = processWide<Counting>("gatewayClock", () => ({
  byWall: false,
  wallAheadMs: wallAheadMs(),
  uptimeAheadMs: uptimeAheadMs(),
  sleptMs: 0,
})).value;

/**
 * The present instant, by the database's clock as this process has measured it: servers whose own clocks disagree must
 * agree on when a lease ends. From the measurement on it counts by a clock that nobody can set, so that a machine's clock
 * that jumps changes nothing; before the first one it is the machine's, and nobody takes a lease.
 *
 * Endpoint wrappers and job loops ask once and pass it on as `now`; operations never ask for themselves, so that a test
 * gives any instant it likes. Rates and budgets use `performance.now()`, and calendar arithmetic is in `lib/sms/nz-time`.
 */
export function now(): Date {
  return new Date(clock.databaseAheadMs === undefined ? Date.now() : countedMs() + clock.databaseAheadMs);
}

/** Milliseconds by the clock that `now` counts by; what it begins with means nothing. */
export function countedMs(): number {
  if (clock.byWall) return Date.now();
  if (Math.abs(wallAheadMs() - clock.wallAheadMs) > JUMP_MS) countSleep();
  return performance.now() + clock.sleptMs;
}

/** How far the database's clock is ahead of `countedMs`, in milliseconds; undefined until it is measured. */
export function databaseAheadMs(): number | undefined {
  return clock.databaseAheadMs;
}

/** Sets how far the database's clock is ahead of `countedMs`, in milliseconds; undefined: it is not known any more. */
export function setDatabaseAhead(aheadMs: number | undefined): void {
  clock.databaseAheadMs = aheadMs;
}

/**
 * Has `now` count by the machine's clock of the wall. For platforms that freeze a process between requests: every other
 * clock of it stands still meanwhile, and nobody sets that one.
 */
export function countByWallClock(): void {
  if (!clock.byWall) Object.assign(clock, { byWall: true, databaseAheadMs: undefined });
}

/** What lies between the clock of the wall and the one that only goes forward. */
export function wallAheadMs(): number {
  return Date.now() - performance.now();
}

/**
 * Linux's clock that only goes forward stands still while the machine sleeps; the time since its start, which nobody
 * sets either, does not. It is a file that is read, and so looked at only where the clock of the wall has jumped.
 */
function countSleep(): void {
  clock.wallAheadMs = wallAheadMs();
  const before = clock.uptimeAheadMs;
  clock.uptimeAheadMs = uptimeAheadMs();
  const sleptMs = clock.uptimeAheadMs - before;
  if (sleptMs > JUMP_MS) clock.sleptMs += sleptMs;
}

/** Elsewhere the clock that goes forward goes on in a machine that sleeps. */
function uptimeAheadMs(): number {
  return process.platform === "linux" ? os.uptime() * 1000 - performance.now() : 0;
}
