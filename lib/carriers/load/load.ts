/** What a connection submits a second, and how many requests of how many wait for an answer. */
export type Load = { perSecond: number; inUse: number; window: number };

/**
 * What a carrier may be sent a second by its settings, and at present: less where it said that it is too much, 0 in a
 * pause.
 */
export type RateLimit = { tps: number; allowed: number };

/** What goes a second, between one look and the next. */
export class Meter {
  private count = 0;
  private seenCount = 0;
  private seenAt: number | null = null;

  /** One more has gone. */
  add(): void {
    this.count++;
  }

  /** How many went a second since the last look, to a tenth; 0 at the first. Both by `performance.now()`. */
  look(now: number): number {
    const { count, seenCount, seenAt } = this;
    this.seenCount = count;
    this.seenAt = now;
    if (seenAt === null || now <= seenAt) return 0;
    return Math.round(((count - seenCount) * 10_000) / (now - seenAt)) / 10;
  }
}
