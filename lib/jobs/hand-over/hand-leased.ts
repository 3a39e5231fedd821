import { setTimeout as sleep } from "node:timers/promises";
import type { Carrier } from "@/lib/carriers/carrier";
import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { returnToQueueStatement } from "@/lib/messages/dispatch/dispatch.sql";
import { handToCarrier } from "@/lib/messages/dispatch/hand-to-carrier";
import type { Handing } from "@/lib/messages/dispatch/next-carrier";
import type { Leased } from "@/lib/queue/leased";
import { willStop } from "@/lib/shutdown";

/** How long after a failure messages are returned to the queue again. */
const RETRY_MS = 2_000;

/**
 * How long the checks of acceptance are valid (rules: second look): the recipient has not opted out, and it is not night.
 * Older messages go back to the queue, and are checked again.
 */
const FRESH_MS = 1_000;

export const isFresh = ({ acceptedAt }: Leased, at: Date) => at.getTime() - acceptedAt.getTime() <= FRESH_MS;

/** Hands messages to a carrier, and waits until its answers are recorded. */
export async function handLeased(
  database: Database,
  carrier: Carrier,
  messages: readonly Leased[],
  handing: Handing & { now: Date },
): Promise<void> {
  const handed = await handToCarrier(database, carrier, messages, { authSecret: authSecret(), ...handing });
  if (handed.submitted > 0 && carrier.takeReports) database.wake("carrier-reports");
  if (handed.refused > 0) database.wake("webhooks");
  if (handed.retried > 0) database.wake("dispatch");
}

/**
 * Returns messages to the queue that were not handed over. A failure of the database is tried again as long as their leases
 * last: afterwards they would count as perhaps with the network.
 */
export async function returnToQueue(database: Database, messages: readonly Leased[]): Promise<void> {
  const endsAt = Math.min(...messages.map(({ lease }) => lease.getTime()));
  for (;;) {
    try {
      await database.query(returnToQueueStatement(messages));
      return database.wake("dispatch");
    } catch (error) {
      if (willStop() || now().getTime() + RETRY_MS >= endsAt) throw error;
      logFailure(error, { messages: messages.length }, "messages were not returned to the queue yet");
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** Does work for messages, and logs its failure. Then their leases run out, and they are due again. */
export async function attempt(
  messages: readonly Leased[],
  work: (messages: readonly Leased[]) => Promise<void>,
): Promise<void> {
  if (messages.length === 0) return;
  try {
    await work(messages);
  } catch (error) {
    logFailure(error, { messages: messages.length }, "messages were not handed over");
  }
}
