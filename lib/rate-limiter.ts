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
    const bucket = this.fill(name, atMs);
    const allowed = bucket.left >= count;
    if (allowed) bucket.left -= count;
    const fullInSeconds = Math.ceil((this.burst - bucket.left) / this.perSecond);
    return { allowed, left: Math.floor(bucket.left), fullInSeconds };
  }

  /** The same, and tells only whether there were as many. */
  allows(name: string | number, atMs: number, count = 1): boolean {
    const bucket = this.fill(name, atMs);
    if (bucket.left < count) return false;
    bucket.left -= count;
    return true;
  }

  /** The bucket of a name as it is at an instant. */
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

  /** A bucket that nobody takes from is full again after a while. */
  private dropFull(atMs: number): void {
    const fullAfterMs = (this.burst / this.perSecond) * 1000;
    for (const [name, { at }] of this.buckets) if (atMs - at >= fullAfterMs) this.buckets.delete(name);
    // Where few were full, it is not tried again for each name.
    this.dropFrom = Math.max(MANY, 2 * this.buckets.size);
  }
}
