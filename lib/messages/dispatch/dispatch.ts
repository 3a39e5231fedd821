import type { Carrier } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { type Claimed, claimStatement, placesOf } from "@/lib/messages/dispatch/dispatch.sql";
import { type Handed, handToCarrier } from "@/lib/messages/dispatch/hand-to-carrier";
import { LEASE_MS } from "@/lib/queue/leased";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/**
 * How long after the start of the night messages of the day are still sent. Messages that a stopped server
 * left wait for the morning (rules: second look).
 */
const NIGHT_GRACE_MS = 5 * 60_000;

/** The most messages that are claimed at once. */
const MAX_BATCH = 1_000;

/** The settings that dispatch depends on. */
export type DispatchRules = {
  quiet: QuietHours;
  /** What texts with one-time codes are encrypted under. */
  authSecret: string;
};

export type Dispatched = Handed & {
  /** Whether more messages may be due. */
  more: boolean;
  claimed: number;
  blocked: number;
  postponed: number;
};

const NOTHING_CLAIMED: Dispatched = {
  ...{ more: false, claimed: 0, blocked: 0, postponed: 0 },
  ...{ submitted: 0, refused: 0, retried: 0 },
};

/**
 * Claims one batch of due messages, those longest due and some of the newest, hands it to the carrier, and
 * records the answers. No more is claimed than the carrier has room for.
 *
 * Any number of workers in any number of servers may run it at once: each row is claimed by one of them, for
 * a lease. The rows of a worker that dies are due again when the lease ends, so nothing is lost. A message
 * whose recipient has opted out since goes BLOCKED. Messages left from the day wait for the morning.
 */
export async function dispatch(
  db: Database,
  carrier: Carrier,
  now: Date,
  { quiet, authSecret }: DispatchRules,
): Promise<Dispatched> {
  const limit = Math.min(carrier.room(), MAX_BATCH);
  if (limit <= 0) return NOTHING_CLAIMED;
  const lease = new Date(now.getTime() + LEASE_MS);
  const wasNight = releaseTime(new Date(now.getTime() - NIGHT_GRACE_MS), quiet) !== null;
  const morning = wasNight ? releaseTime(now, quiet) : null;
  const claimed = await db.query<Claimed>(claimStatement(now, lease, morning, limit));
  const met = (wanted: Claimed["fate"]) => claimed.filter(({ fate }) => fate === wanted);
  const handed = await handToCarrier(db, carrier, met("submit"), { authSecret, now });
  return {
    more: claimed.length >= placesOf(limit).waiting,
    claimed: claimed.length,
    ...handed,
    blocked: met("blocked").length,
    postponed: met("postponed").length,
  };
}
