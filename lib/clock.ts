import os from "node:os";
import { processWide } from "@/lib/process-wide";

/** A larger jump of the wall clock means that it was set, or that the machine slept. */
export const JUMP_MS = 250;

/** The state of the clock behind `now`. */
type ClockState = {
  /** True if it counts by the machine's wall clock: see `countByWallClock`. */
  byWall: boolean;
  /** The database's clock minus `countedMs`; undefined until it is measured. */
  databaseAheadMs?: number | undefined;
  /** The difference between this process's clocks at the last check for a jump. */
  wallAheadMs: number;
  uptimeAheadMs: number;
  /** The time that the machine has slept, which `performance.now` omits. */
  sleptMs: number;
};

const clock = processWide<ClockState>("gatewayClock", () => ({
  byWall: false,
  wallAheadMs: wallAheadMs(),
  uptimeAheadMs: uptimeAheadMs(),
  sleptMs: 0,
})).value;

/**
 * Returns the current instant by the database's clock, as this process has measured it. Servers whose own clocks
 * disagree must agree on the end of a lease. After the measurement it counts by a clock that cannot be set, so a jump
 * of the machine's clock has no effect. Before the measurement it is the machine's clock, and no worker takes a
 * lease.
 * Endpoint wrappers and job loops read it once and pass it on as `now`. Operations never read it, so that a test can
 * choose any instant. Rates and budgets use `performance.now()`, and calendar arithmetic is in `lib/sms/nz-time`.
 */
export function now(): Date {
  return new Date(clock.databaseAheadMs === undefined ? Date.now() : countedMs() + clock.databaseAheadMs);
}

/** Returns milliseconds by the clock behind `now`. Their origin is arbitrary. */
export function countedMs(): number {
  if (clock.byWall) return Date.now();
  if (Math.abs(wallAheadMs() - clock.wallAheadMs) > JUMP_MS) countSleep();
  return performance.now() + clock.sleptMs;
}

/** Returns the database's clock minus `countedMs`, in milliseconds; undefined until it is measured. */
export function databaseAheadMs(): number | undefined {
  return clock.databaseAheadMs;
}

/** Sets the database's clock minus `countedMs`, in milliseconds. Undefined means that it is no longer known. */
export function setDatabaseAhead(aheadMs: number | undefined): void {
  clock.databaseAheadMs = aheadMs;
}

/**
 * Lets `now` count by the machine's wall clock. It is for platforms that freeze a process between requests: the other
 * clocks of a frozen process stand still, and the platform never sets the wall clock.
 */
export function countByWallClock(): void {
  if (!clock.byWall) Object.assign(clock, { byWall: true, databaseAheadMs: undefined });
}

/** Returns the wall clock minus the monotonic clock. */
export function wallAheadMs(): number {
  return Date.now() - performance.now();
}

/**
 * Counts the machine's sleep, during which Linux's monotonic clock stands still. The time since the machine's start
 * includes sleep, and cannot be set either. It is in a file, which is read only after a jump of the wall clock.
 */
function countSleep(): void {
  clock.wallAheadMs = wallAheadMs();
  const before = clock.uptimeAheadMs;
  clock.uptimeAheadMs = uptimeAheadMs();
  const sleptMs = clock.uptimeAheadMs - before;
  if (sleptMs > JUMP_MS) clock.sleptMs += sleptMs;
}

/** Returns the uptime minus the monotonic clock. On other systems the monotonic clock includes sleep. */
function uptimeAheadMs(): number {
  return process.platform === "linux" ? os.uptime() * 1000 - performance.now() : 0;
}
