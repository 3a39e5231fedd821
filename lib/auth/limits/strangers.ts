import {
  type AttemptKind,
  attemptLimitEnd,
  FAILURE_WINDOW_MS,
  FAILURES_ALLOWED,
  tooManyFromAddress,
} from "@/lib/auth/limits/auth-failures";
import { BoundedMap } from "@/lib/bounded-map";
import type { Queryable } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { RateLimiter } from "@/lib/rate-limiter";

/** The credentials that a process counts only in its memory: they have too many random bits to be guessed. */
type CountedHere = "token" | "integration";

/**
 * An address, and the kind of credential that an unknown caller sends from it.
 * @property name of the attempt that `countFailure` counts, once it is known.
 */
export type Stranger = {
  kind: CountedHere | Extract<AttemptKind, "client" | "password" | "link">;
  address: string;
  name?: string;
};

/** The most cached addresses. The oldest is dropped first. */
const MAX_ADDRESSES = 20_000;

/** The look-ups a second of an address above its limit: a right credential among wrong ones still works. */
const LOOK_UPS_OVER_LIMIT = 10;

/** The time for which an address counts as a verified caller's. */
const VERIFIED_MS = 30 * 60_000;

type Memory = {
  failures: BoundedMap<{ count: number; endsAtMs: number }>;
  permits: RateLimiter;
  verifiedAt: BoundedMap<number>;
};

const memory = processWide<Memory>("gatewayStrangersLimits", () => ({
  failures: new BoundedMap(MAX_ADDRESSES),
  permits: new RateLimiter(LOOK_UPS_OVER_LIMIT),
  verifiedAt: new BoundedMap(MAX_ADDRESSES),
}));

const nameOf = ({ kind, address }: Stranger) => `${kind} ${address}`;

/** Returns the end of the window in which an address is above its limit; null if it is below. */
function limitEndOf(stranger: Stranger, now: Date): Date | null {
  const { kind, ...attempt } = stranger;
  if (kind !== "token" && kind !== "integration") return attemptLimitEnd({ kind, ...attempt }, now);
  const counted = memory.value.failures.get(nameOf(stranger));
  const isOver = counted && counted.count >= FAILURES_ALLOWED.address && now.getTime() < counted.endsAtMs;
  return isOver ? new Date(counted.endsAtMs) : null;
}

/**
 * Reads the owner of a credential that this process does not know (rules: look-ups), in the turn of its address. An
 * address above its limit has ten such look-ups a second.
 * @param read returns null, or throws a GatewayError, for a wrong credential.
 * @throws GatewayError `too_many_requests`, also for a wrong credential above the limit; and errors of `read`.
 */
export async function lookUp<Found>(
  db: Pick<Queryable, "cell">,
  stranger: Stranger,
  now: Date,
  read: () => Promise<Found | null>,
): Promise<Found | null> {
  if (!mayLookUp(stranger, now)) throw tooManyNow();
  return inCallerTurn(db, turnOfAddress(stranger.address), async () => {
    // Requests that waited may follow a hundred wrong ones.
    if (limitEndOf(stranger, now) && !memory.value.permits.allows(nameOf(stranger), performance.now()))
      throw tooManyNow();
    try {
      const found = await read();
      if (found === null) countUnknown(stranger, now);
      return found;
    } catch (error) {
      if (error instanceof GatewayError && error.status < 500 && error.code !== "too_many_requests")
        countUnknown(stranger, now);
      throw error;
    }
  });
}

/**
 * Counts an unknown token or integration's secret in memory. `countFailure` counts the other kinds.
 * @throws GatewayError `too_many_requests` above the limit of the address.
 */
export function countUnknown(stranger: Stranger, now: Date): void {
  const { kind } = stranger;
  if (kind !== "token" && kind !== "integration") return;
  const endsAt = limitEndOf(stranger, now);
  if (endsAt) throw tooManyFromAddress(endsAt, now);
  const { failures } = memory.value;
  const counted = failures.get(nameOf(stranger));
  const isCurrent = counted !== undefined && now.getTime() < counted.endsAtMs;
  if (isCurrent) counted.count++;
  else failures.set(nameOf(stranger), { count: 1, endsAtMs: now.getTime() + FAILURE_WINDOW_MS });
}

/**
 * Refuses a request with credentials in its body before the body is read, if the address is above its limit and has
 * no look-up left. Verified callers may share the address: if this process has verified one there, it reads the body.
 * @throws GatewayError `too_many_requests`.
 */
export function refuseUnread(stranger: Stranger, now: Date): void {
  if (!isVerifiedAddress(stranger.address, now) && !mayLookUp(stranger, now)) throw tooManyNow();
}

/** Returns whether an address is below its limit, or has a look-up left above it. */
function mayLookUp(stranger: Stranger, now: Date): boolean {
  if (!limitEndOf(stranger, now)) return true;
  return memory.value.permits.take(nameOf(stranger), performance.now(), 0).left >= 1;
}

/** Notes that a caller with its credentials in the body was verified at an address. */
export function noteVerifiedAddress(address: string, now: Date): void {
  memory.value.verifiedAt.set(address, now.getTime());
}

function isVerifiedAddress(address: string, now: Date): boolean {
  const at = memory.value.verifiedAt.get(address);
  return at !== undefined && now.getTime() - at < VERIFIED_MS;
}

function tooManyNow(): GatewayError {
  return new GatewayError(
    "too_many_requests",
    "Too many failed log-ins from this address. Try again in a second.",
    { "Retry-After": "1" },
  );
}
