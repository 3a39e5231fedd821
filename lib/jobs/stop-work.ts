import { closeDb } from "@/lib/db/client";
import { stopDraining } from "@/lib/jobs/request-runner";
import { carrierCallsEnded } from "@/lib/messages/dispatch/carrier-calls";
import { flushCarrierCounters } from "@/lib/messages/networks/carrier-counter";
import { flushRequestLogs } from "@/lib/requests/request-log";

/**
 * Ends the work of this process: nothing new is begun, what was begun is waited for, and the database is closed last. A
 * carrier's answer that could not be recorded would be a message handed over twice.
 * @param stops end the loops of this process.
 */
export async function stopWork(stops: readonly (() => Promise<void>)[]): Promise<void> {
  // All at once: a carrier that does not answer must not keep the others going.
  await Promise.allSettled([stopDraining(), ...stops.map((stop) => stop())]);
  await carrierCallsEnded();
  await flushCarrierCounters();
  await flushRequestLogs();
  await closeDb();
}
