import type { Carrier, Outgoing, Submitted } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { type Claimed, claimStatement, finishStatement } from "@/lib/messages/dispatch.sql";

/** How long a worker has for a batch; then its messages are due again for any worker. */
export const LEASE_MS = 30_000;

/** The wait after the first submission without an answer; it doubles up to the longest. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 15 * 60_000;

/** After so long without an answer a message has failed. */
export const GIVE_UP_MS = 24 * 3_600_000;

export type Dispatched = {
  claimed: number;
  submitted: number;
  refused: number;
  retried: number;
  blocked: number;
};

/**
 * Takes one batch of due messages, oldest due first, hands it to the carrier and records what became of each.
 *
 * Any number of workers in any number of servers may run it at once: a row is claimed by one of them, for a lease.
 * A worker that dies leaves its rows due again when the lease runs out, so that nothing is lost. A recipient who
 * opted out since the message was accepted is not sent to: it goes BLOCKED.
 */
export async function dispatch(db: Database, carrier: Carrier, now: Date): Promise<Dispatched> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const claimed = await db.query<Claimed>(claimStatement(now, lease, carrier.batchSize));
  const sendable = claimed.filter(({ blocked }) => !blocked);
  const outcomes = sendable.length > 0 ? await submit(carrier, sendable, now) : [];
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const finished = sendable.map((message) => {
    const outcome = byId.get(message.id) ?? { id: message.id, outcome: "unknown" as const };
    if (outcome.outcome !== "unknown") return outcome;
    const retryAt = retryTime(message, now);
    return retryAt === null ? { id: message.id, outcome: "refused" as const } : { ...outcome, retryAt };
  });
  if (finished.length > 0) {
    const [row] = await db.query<{ written: number }>(finishStatement(finished, carrier.name, lease, now));
    const lost = finished.length - (row?.written ?? 0);
    if (lost > 0)
      log().warn({ lost, carrier: carrier.name }, "the lease ran out before the carrier answered");
  }
  const count = (wanted: Submitted["outcome"]) => finished.filter(({ outcome }) => outcome === wanted).length;
  return {
    claimed: claimed.length,
    submitted: count("accepted"),
    refused: count("refused"),
    retried: count("unknown"),
    blocked: claimed.length - sendable.length,
  };
}

async function submit(carrier: Carrier, batch: readonly Outgoing[], now: Date): Promise<Submitted[]> {
  try {
    return await carrier.submit(batch, now);
  } catch (error) {
    log().error(
      { carrier: carrier.name, messages: batch.length, err: describeError(error) },
      "carrier failed",
    );
    return [];
  }
}

/** When a message without an answer is tried again; null once it has waited too long. */
function retryTime(message: Claimed, now: Date): Date | null {
  if (now.getTime() - message.firstDueAt.getTime() >= GIVE_UP_MS) return null;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(message.attempts - 1, 20), LONGEST_RETRY_MS);
  return new Date(now.getTime() + wait);
}
