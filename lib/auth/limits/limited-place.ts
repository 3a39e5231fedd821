import { type Attempt, cachedRefusal } from "@/lib/auth/limits/auth-failures";
import { isKnownAddress } from "@/lib/auth/limits/known-addresses";
import { BoundedMap } from "@/lib/bounded-map";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";

/** A password attempt and its use: an account may be closed to passwords on the API only. */
type PasswordAttempt = { attempt: Attempt; use: string };

/** The lifetime of the cached state of an account at an address. */
const KEPT_MS = 5_000;
const MAX_KEPT = 20_000;

type Place = { accountId: number; isKnown: boolean; readAt: number };

const places = new BoundedMap<Place>(MAX_KEPT);

/** A hash, because a stranger may send an email address of any length. */
const nameOf = ({ attempt, use }: PasswordAttempt) =>
  hashSecret(`${use}\0${attempt.name}\0${attempt.address}`).toString("base64");

function placeOf(tried: PasswordAttempt, now: Date): Place | null {
  const place = places.get(nameOf(tried));
  const age = place ? now.getTime() - place.readAt : -1;
  return place && age >= 0 && age < KEPT_MS ? place : null;
}

/**
 * Refuses a password above a limit that this process has cached, if no account was found for it a moment ago. It runs
 * no statement.
 * @throws GatewayError `too_many_requests`.
 */
export function refuseNobody(tried: PasswordAttempt, now: Date): void {
  if (placeOf(tried, now)?.accountId !== 0) return;
  const refusal = cachedRefusal(tried.attempt, now);
  if (refusal) throw refusal;
}

/**
 * Refuses a password above a limit that this process has cached, unless its account is known at the address and has
 * guesses left there. Within five seconds a further one costs no statement.
 * @param accountId 0 for no account.
 * @throws GatewayError `too_many_requests`.
 */
export async function refuseLimited(
  db: Queryable,
  tried: PasswordAttempt,
  accountId: number,
  now: Date,
): Promise<void> {
  const { attempt } = tried;
  const refusal = cachedRefusal(attempt, now);
  if (!refusal) return;
  const kept = placeOf(tried, now);
  let isKnown = kept?.isKnown ?? false;
  if (kept?.accountId !== accountId) {
    const at = { accountId, address: attempt.address };
    isKnown = accountId !== 0 && (await isKnownAddress(db, "password", at, now));
    places.set(nameOf(tried), { accountId, isKnown, readAt: now.getTime() });
  }
  if (!isKnown) throw refusal;
  const known = cachedRefusal({ ...attempt, kind: "known" }, now);
  if (known) throw known;
}
