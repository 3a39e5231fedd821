import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

/** What an account has left of its requests, as of an instant of `performance.now()`. */
type Bucket = { left: number; at: number };

/** How many accounts' buckets are kept; a full one holds nothing that is worth keeping. */
const MAX_KEPT = 10_000;

/**
 * So many requests a second for each name, and as many at once: a bucket that holds a second's worth, fills evenly and
 * gives one for each request.
 */
export class RateLimiter {
  private readonly perSecond: number;
  private readonly buckets = new Map<string | number, Bucket>();

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /**
   * Takes one request.
   * @param atMs an instant in milliseconds, of a clock that only goes forward.
   * @returns whether there was one, how many are left, and in how many seconds all are there again.
   */
  take(name: string | number, atMs: number): { allowed: boolean; left: number; fullInSeconds: number } {
    const bucket = this.buckets.get(name) ?? { left: this.perSecond, at: atMs };
    const since = Math.max(0, atMs - bucket.at);
    const left = Math.min(this.perSecond, bucket.left + (since * this.perSecond) / 1000);
    const allowed = left >= 1;
    bucket.left = allowed ? left - 1 : left;
    bucket.at = Math.max(bucket.at, atMs);
    this.buckets.set(name, bucket);
    if (this.buckets.size > MAX_KEPT) this.dropFull(atMs);
    const fullInSeconds = Math.ceil((this.perSecond - bucket.left) / this.perSecond);
    return { allowed, left: Math.floor(bucket.left), fullInSeconds };
  }

  /** After a second without a request a bucket is full again. */
  private dropFull(atMs: number): void {
    for (const [name, { at }] of this.buckets) if (atMs - at >= 1000) this.buckets.delete(name);
  }
}

type RateLimit = { perSecond: number; limiter: RateLimiter };

const current = processWide<RateLimit | undefined>("gatewayRateLimit", () => undefined);

function limiterOf(perSecond: number): RateLimiter {
  const existing = current.value;
  if (existing?.perSecond === perSecond) return existing.limiter;
  const limiter = new RateLimiter(perSecond);
  current.value = { perSecond, limiter };
  return limiter;
}

/**
 * Counts a request of an account against `RATE_LIMIT_PER_SECOND` (rules: rate limit), and says in the headers of its
 * response what is left.
 * @throws GatewayError `too_many_requests` with `Retry-After`.
 */
export function takeRequest(accountId: number, headers: Record<string, string>): void {
  const perSecond = env().rateLimitPerSecond;
  const { allowed, left, fullInSeconds } = limiterOf(perSecond).take(accountId, performance.now());
  headers.ratelimit = `"account";r=${left};t=${fullInSeconds}`;
  headers["ratelimit-policy"] = `"account";q=${perSecond};w=1`;
  if (allowed) return;
  throw new GatewayError(
    "too_many_requests",
    `This account makes more than ${perSecond} requests a second. Wait a moment, or send to many recipients in one request.`,
    { "Retry-After": "1" },
  );
}
