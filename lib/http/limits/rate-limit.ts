import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { RateLimiter } from "@/lib/rate-limiter";

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
 * Counts a request of an account against `RATE_LIMIT_PER_SECOND` (rules: rate limit), and adds the remaining requests
 * to the headers of the response.
 * @param caller the account, or the account's sessions, which count apart from the API.
 * @throws GatewayError `too_many_requests` with `Retry-After`.
 */
export function takeRequest(caller: number | `sessions of ${number}`, headers: Record<string, string>): void {
  const perSecond = env().rateLimitPerSecond;
  const { allowed, left, fullInSeconds } = limiterOf(perSecond).take(caller, performance.now());
  headers.ratelimit = `"account";r=${left};t=${fullInSeconds}`;
  headers["ratelimit-policy"] = `"account";q=${perSecond};w=1`;
  if (allowed) return;
  throw new GatewayError(
    "too_many_requests",
    `This account makes more than ${perSecond} requests a second. Wait a moment, or send to many recipients in one request.`,
    { "Retry-After": "1" },
  );
}
