/** The remaining requests of a name at an instant of `performance.now()`. */
type Bucket = { left: number; at: number };

/** The number of buckets above which full ones are dropped. A full bucket equals a new one. */
const MANY = 10_000;

/**
 * A limit of requests per second for each name, with `burst` requests at once. Each name has a bucket that holds
 * `burst` requests and fills evenly.
 */
export class RateLimiter {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly buckets = new Map<string | number, Bucket>();
  private dropFrom = MANY;

  /** @param burst the default is the requests of a second. */
  constructor(perSecond: number, burst = perSecond) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /**
   * Takes one request, or `count` at once.
   * @param atMs an instant in milliseconds, of a clock that only goes forward.
   * @returns whether there were enough, the remaining requests, and the seconds until the bucket is full.
   */
  take(
    name: string | number,
    atMs: number,
    count = 1,
  ): { allowed: boolean; left: number; fullInSeconds: number } {
    const bucket = this.fill(name, atMs);
    const allowed = bucket.left >= count;
    if (allowed) bucket.left -= count;
    const fullInSeconds = Math.ceil((this.burst - bucket.left) / this.perSecond);
    return { allowed, left: Math.floor(bucket.left), fullInSeconds };
  }

  /** Takes requests, and returns only whether there were enough. */
  allows(name: string | number, atMs: number, count = 1): boolean {
    const bucket = this.fill(name, atMs);
    if (bucket.left < count) return false;
    bucket.left -= count;
    return true;
  }

  /** Returns the bucket of a name at an instant. */
  private fill(name: string | number, atMs: number): Bucket {
    const bucket = this.buckets.get(name);
    if (!bucket) return this.begin(name, atMs);
    if (atMs <= bucket.at) return bucket;
    bucket.left = Math.min(this.burst, bucket.left + ((atMs - bucket.at) * this.perSecond) / 1000);
    bucket.at = atMs;
    return bucket;
  }

  private begin(name: string | number, atMs: number): Bucket {
    const bucket = { left: this.burst, at: atMs };
    this.buckets.set(name, bucket);
    if (this.buckets.size > this.dropFrom) this.dropFull(atMs);
    return bucket;
  }

  /** Drops full buckets. An unused bucket is full after a while. */
  private dropFull(atMs: number): void {
    const fullAfterMs = (this.burst / this.perSecond) * 1000;
    for (const [name, { at }] of this.buckets) if (atMs - at >= fullAfterMs) this.buckets.delete(name);
    // The next attempt waits for more buckets, because few were full.
    this.dropFrom = Math.max(MANY, 2 * this.buckets.size);
  }
}
