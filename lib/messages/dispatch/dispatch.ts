import type { Carrier } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { type Claimed, claimStatement, placesOf } from "@/lib/messages/dispatch/dispatch.sql";
import { type Handed, handToCarrier } from "@/lib/messages/dispatch/hand-to-carrier";
import { LEASE_MS } from "@/lib/queue/leased";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** What was accepted in the day's last second still goes out; what a stopped server left waits (rules: second look). */
const NIGHT_GRACE_MS = 5 * 60_000;

/** What of the settings dispatch depends on. */
export type DispatchRules = {
  quiet: QuietHours;
  /** What texts with one-time codes are encrypted under. */
  authSecret: string;
};

export type Dispatched = Handed & {
  /** Whether others may be due still. */
  more: boolean;
  claimed: number;
  blocked: number;
  postponed: number;
};

/**
 * Takes one batch of due messages, the longest due and some of the newest, hands it to the carrier and records what
 * became of each.
 *
 * Any number of workers in any number of servers may run it at once: a row is claimed by one of them, for a lease.
 * A worker that dies leaves its rows due again when the lease runs out, so that nothing is lost. A recipient who
 * opted out since the message was accepted is not sent to: it goes BLOCKED. What was left over from the day waits for
 * the morning.
 */
export async function dispatch(
  db: Database,
  carrier: Carrier,
  now: Date,
  { quiet, authSecret }: DispatchRules,
): Promise<Dispatched> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const wasNight = releaseTime(new Date(now.getTime() - NIGHT_GRACE_MS), quiet) !== null;
  const morning = wasNight ? releaseTime(now, quiet) : null;
  const claimed = await db.query<Claimed>(claimStatement(now, lease, morning, carrier.batchSize));
  const met = (wanted: Claimed["fate"]) => claimed.filter(({ fate }) => fate === wanted);
  const handed = await handToCarrier(db, carrier, met("submit"), { authSecret, now });
  return {
    more: claimed.length >= placesOf(carrier.batchSize).waiting,
    claimed: claimed.length,
    ...handed,
    blocked: met("blocked").length,
    postponed: met("postponed").length,
  };
}
