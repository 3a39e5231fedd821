/** What a name has left of its requests, as of an instant of `performance.now()`. */
type Bucket = { left: number; at: number };

/** From how many buckets on the full ones are dropped: they hold nothing that is worth keeping. */
const MANY = 10_000;

/**
 * So many requests a second for each name, and `burst` at once: a bucket that holds as many, fills evenly and gives one
 * for each request.
 */
export class RateLimiter {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly buckets = new Map<string | number, Bucket>();
  private dropFrom = MANY;

  /** @param burst a second's worth where nothing is said. */
  constructor(perSecond: number, burst = perSecond) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /**
   * Takes one request, or as many as are asked for at once.
   * @param atMs an instant in milliseconds, of a clock that only goes forward.
   * @returns whether there were as many, how many are left, and in how many seconds all are there again.
   */
  take(
    name: string | number,
    atMs: number,
    count = 1,
  ): { allowed: boolean; left: number; fullInSeconds: number } {
    const bucket = this.buckets.get(name) ?? { left: this.burst, at: atMs };
    const since = Math.max(0, atMs - bucket.at);
    const left = Math.min(this.burst, bucket.left + (since * this.perSecond) / 1000);
    const allowed = left >= count;
    bucket.left = allowed ? left - count : left;
    bucket.at = Math.max(bucket.at, atMs);
    this.buckets.set(name, bucket);
    if (this.buckets.size > this.dropFrom) this.dropFull(atMs);
    const fullInSeconds = Math.ceil((this.burst - bucket.left) / this.perSecond);
    return { allowed, left: Math.floor(bucket.left), fullInSeconds };
  }

  /** A bucket that nobody takes from is full again after a while. */
  private dropFull(atMs: number): void {
    const fullAfterMs = (this.burst / this.perSecond) * 1000;
    for (const [name, { at }] of this.buckets) if (atMs - at >= fullAfterMs) this.buckets.delete(name);
    // Where few were full, it is not tried again for each name.
    this.dropFrom = Math.max(MANY, 2 * this.buckets.size);
  }
}
