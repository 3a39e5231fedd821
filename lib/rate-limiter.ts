/** What a name has left of its requests, as of an instant of `performance.now()`. */
type Bucket = { left: number; at: number };

/** How many names' buckets are kept; a full one holds nothing that is worth keeping. */
const MAX_KEPT = 10_000;

/**
 * So many requests a second for each name, and `burst` at once: a bucket that holds as many, fills evenly and gives one
 * for each request.
 */
export class RateLimiter {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly buckets = new Map<string | number, Bucket>();

  /** @param burst a second's worth where nothing is said. */
  constructor(perSecond: number, burst = perSecond) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /**
   * Takes one request.
   * @param atMs an instant in milliseconds, of a clock that only goes forward.
   * @returns whether there was one, how many are left, and in how many seconds all are there again.
   */
  take(name: string | number, atMs: number): { allowed: boolean; left: number; fullInSeconds: number } {
    const bucket = this.buckets.get(name) ?? { left: this.burst, at: atMs };
    const since = Math.max(0, atMs - bucket.at);
    const left = Math.min(this.burst, bucket.left + (since * this.perSecond) / 1000);
    const allowed = left >= 1;
    bucket.left = allowed ? left - 1 : left;
    bucket.at = Math.max(bucket.at, atMs);
    this.buckets.set(name, bucket);
    if (this.buckets.size > MAX_KEPT) this.dropFull(atMs);
    const fullInSeconds = Math.ceil((this.burst - bucket.left) / this.perSecond);
    return { allowed, left: Math.floor(bucket.left), fullInSeconds };
  }

  /** A bucket that nobody takes from is full again after a while. */
  private dropFull(atMs: number): void {
    const fullAfterMs = (this.burst / this.perSecond) * 1000;
    for (const [name, { at }] of this.buckets) if (atMs - at >= fullAfterMs) this.buckets.delete(name);
  }
}
