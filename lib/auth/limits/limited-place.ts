import { type Attempt, cachedRefusal } from "@/lib/auth/limits/auth-failures";
import { isKnownAddress } from "@/lib/auth/limits/known-addresses";
import { BoundedMap } from "@/lib/bounded-map";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";

/** A password that is tried, and what it is to open: an account may be closed to it on the API alone. */
type Tried = { attempt: Attempt; use: string };

/** How long a process goes on with what it has read of an account at an address. */
const KEPT_MS = 5_000;
const MAX_KEPT = 20_000;

type Place = { accountId: number; isKnown: boolean; readAt: number };

const places = new BoundedMap<Place>(MAX_KEPT);

/** As short as any other, however long the address is that a stranger calls an account. */
const nameOf = ({ attempt, use }: Tried) =>
  hashSecret(`${use}\0${attempt.name}\0${attempt.address}`).toString("base64");

function placeOf(tried: Tried, now: Date): Place | null {
  const place = places.get(nameOf(tried));
  const age = place ? now.getTime() - place.readAt : -1;
  return place && age >= 0 && age < KEPT_MS ? place : null;
}

/**
 * Refuses a password over a limit that this process knows of, where no account was found for it a moment ago. It costs
 * no statement.
 * @throws GatewayError `too_many_requests`.
 */
export function refuseNobody(tried: Tried, now: Date): void {
  if (placeOf(tried, now)?.accountId !== 0) return;
  const refusal = cachedRefusal(tried.attempt, now);
  if (refusal) throw refusal;
}

/**
 * Refuses a password over a limit that this process knows of, unless its account is known from the address and has
 * guesses left there. Within five seconds a further one costs no statement.
 * @param accountId 0 for no account.
 * @throws GatewayError `too_many_requests`.
 */
export async function refuseLimited(
  db: Queryable,
  tried: Tried,
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
