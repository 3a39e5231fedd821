/**
 * A connection's submissions per second, the requests that wait for an answer, and the most that may wait.
 */
export type Load = { perSecond: number; inUse: number; window: number };

/**
 * A carrier's rate limit per second from its settings, and the current one. The current one is lower after
 * throttling, and 0 during a pause.
 */
export type RateLimit = { tps: number; allowed: number };

/** A meter of submissions per second between two looks. */
export class Meter {
  private count = 0;
  private seenCount = 0;
  private seenAt: number | null = null;

  /** Counts one submission. */
  add(): void {
    this.count++;
  }

  /**
   * Returns the submissions per second since the last look, to a tenth; 0 at the first. `now` is from
   * `performance.now()`.
   */
  look(now: number): number {
    const { count, seenCount, seenAt } = this;
    this.seenCount = count;
    this.seenAt = now;
    if (seenAt === null || now <= seenAt) return 0;
    return Math.round(((count - seenCount) * 10_000) / (now - seenAt)) / 10;
  }
}
