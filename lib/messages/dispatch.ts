import { unseal } from "@/lib/accounts/sealed";
import type { Carrier, Outgoing, Submitted } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { type Claimed, claimStatement, finishStatement, placesOf } from "@/lib/messages/dispatch.sql";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** How long a worker has for a batch; then its messages are due again for any worker. Servers' clocks may differ by less. */
export const LEASE_MS = 60_000;

/** How long a carrier has to answer: less than the lease, so that the answer is still ours to write. */
const SUBMIT_TIMEOUT_MS = 20_000;

/** The wait after the first submission without an answer; it doubles up to the longest. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 15 * 60_000;

/** After so long without an answer a message has failed. */
export const GIVE_UP_MS = 24 * 3_600_000;

/** What was accepted in the last second of the day still goes out; what a stopped server left behind waits. */
const NIGHT_GRACE_MS = 5 * 60_000;

/** What of the settings dispatch depends on. */
export type DispatchRules = {
  quiet: QuietHours;
  /** What texts with one-time codes are sealed under. */
  authSecret: string;
};

export type Dispatched = {
  /** Whether others may be due still. */
  more: boolean;
  claimed: number;
  submitted: number;
  refused: number;
  retried: number;
  blocked: number;
  postponed: number;
};

/**
 * Takes one batch of due messages, the longest due and some of the newest, hands it to the carrier and records what became of each.
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
  const held = claimed.filter(({ fate }) => fate === "submit");
  const byId = new Map<string, Submitted>();
  const batch = held.flatMap((message) => {
    const outgoing = open(message, authSecret);
    if (!outgoing) byId.set(message.id, { id: message.id, outcome: "refused" });
    return outgoing ?? [];
  });
  const outcomes = batch.length > 0 ? await submit(carrier, batch, now) : [];
  for (const outcome of outcomes) byId.set(outcome.id, outcome);
  const finished = held.map((message) => settle(message, byId.get(message.id), now));
  if (finished.length > 0) {
    const [row] = await db.query<{ written: number }>(finishStatement(finished, carrier.name, lease, now));
    const lost = finished.length - (row?.written ?? 0);
    if (lost > 0)
      log().warn({ lost, carrier: carrier.name }, "the lease ran out before the carrier answered");
  }
  const ended = (wanted: Submitted["outcome"]) => finished.filter(({ outcome }) => outcome === wanted).length;
  const met = (wanted: Claimed["fate"]) => claimed.filter(({ fate }) => fate === wanted).length;
  return {
    more: claimed.length >= placesOf(carrier.batchSize).waiting,
    claimed: claimed.length,
    submitted: ended("accepted"),
    refused: ended("refused"),
    retried: ended("unknown"),
    blocked: met("blocked"),
    postponed: met("postponed"),
  };
}

/** A message as the carrier gets it; null where its text was sealed under another `AUTH_SECRET` and is lost. */
function open(
  { id, sender, msisdn, body, sealedBody, encoding }: Claimed,
  authSecret: string,
): Outgoing | null {
  if (sealedBody === null) return { id, sender, msisdn, body, maskedBody: null, encoding };
  try {
    return { id, sender, msisdn, body: unseal(sealedBody, authSecret), maskedBody: body, encoding };
  } catch (error) {
    log().error({ message: id, err: describeError(error) }, "a sealed text cannot be opened");
    return null;
  }
}

/** What the carrier says of a batch; nothing when it fails, or has not answered in time. */
async function submit(carrier: Carrier, batch: readonly Outgoing[], now: Date): Promise<Submitted[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The carrier did not answer in time.")), SUBMIT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([carrier.submit(batch, now), timeout]);
  } catch (error) {
    log().error(
      { carrier: carrier.name, messages: batch.length, err: describeError(error) },
      "carrier failed",
    );
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** The carrier's answer on a message; without one it is tried again, until it has waited too long. */
function settle(message: Claimed, answer: Submitted | undefined, now: Date): Submitted & { retryAt?: Date } {
  if (answer && answer.outcome !== "unknown") return answer;
  const { id, attempts, firstTriedAt } = message;
  if (now.getTime() - firstTriedAt.getTime() >= GIVE_UP_MS) return { id, outcome: "refused" };
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS);
  return { id, outcome: "unknown", retryAt: new Date(now.getTime() + wait) };
}
