import { setTimeout as sleep } from "node:timers/promises";
import type { Carrier } from "@/lib/carriers/carrier";
import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import { writeWhereLeasesAre } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { returnToQueueStatement } from "@/lib/messages/dispatch/dispatch.sql";
import { handToCarrier } from "@/lib/messages/dispatch/hand-to-carrier";
import type { Handing } from "@/lib/messages/dispatch/next-carrier";
import type { LeasedMessage } from "@/lib/queue/leased";
import { willStop } from "@/lib/shutdown";

/** The pause before the next attempt to return messages to the queue. */
const RETRY_MS = 500;

/**
 * The time for which the checks of acceptance are valid (rules: second look): the recipient has not opted out, and it is not
 * night. Older messages return to the queue, and a claim checks them again.
 */
const FRESH_MS = 1_000;

export const isFresh = ({ acceptedAt }: LeasedMessage, at: Date) =>
  at.getTime() - acceptedAt.getTime() <= FRESH_MS;

/** Hands messages to a carrier, and waits until its answers are recorded. */
export async function handLeased(
  database: Database,
  carrier: Carrier,
  messages: readonly LeasedMessage[],
  handing: Handing & { now: Date },
): Promise<void> {
  const handed = await handToCarrier(database, carrier, messages, { authSecret: authSecret(), ...handing });
  if (handed.submitted > 0 && carrier.takeReports) database.wake("carrier-reports");
  if (handed.refused > 0) database.wake("webhooks");
  if (handed.retried > 0) database.wake("dispatch");
}

/**
 * Returns messages that were not handed over to the queues of their accounts' cells. Retries while their leases last if the
 * database fails: afterwards the messages would count as perhaps with the network.
 */
export async function returnToQueue(database: Database, messages: readonly LeasedMessage[]): Promise<void> {
  const endsAt = Math.min(...messages.map(({ lease }) => lease.getTime()));
  for (;;) {
    try {
      await writeWhereLeasesAre(database, messages, async (cell, theirs) => {
        const returned = await cell.query<{ id: string }>(returnToQueueStatement(theirs));
        cell.wake("dispatch");
        const ids = new Set(returned.map(({ id }) => id));
        return theirs.map(({ id }) => id).filter((id) => !ids.has(id));
      });
      return;
    } catch (error) {
      if (willStop() || now().getTime() + RETRY_MS >= endsAt) throw error;
      logFailure(error, { messages: messages.length }, "messages were not returned to the queue yet");
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** Does work for messages, and logs its failure. The messages are due again when their leases end. */
export async function attempt(
  messages: readonly LeasedMessage[],
  work: (messages: readonly LeasedMessage[]) => Promise<void>,
): Promise<void> {
  if (messages.length === 0) return;
  try {
    await work(messages);
  } catch (error) {
    logFailure(error, { messages: messages.length }, "messages were not handed over");
  }
}
