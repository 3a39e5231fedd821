import { closeDb } from "@/lib/db/client";
import { stopDraining } from "@/lib/jobs/request-runner";
import { carrierCallsEnded } from "@/lib/messages/dispatch/carrier-calls";
import { flushCarrierCounters } from "@/lib/messages/networks/carrier-counter";
import { flushRequestLogs } from "@/lib/requests/request-log";

/**
 * Ends the work of this process: it begins nothing new, waits for work in progress, and closes the database last. If
 * a carrier's answer could not be recorded, the message would be handed over twice.
 * @param stops functions that end the loops of this process.
 */
export async function stopWork(stops: readonly (() => Promise<void>)[]): Promise<void> {
  // All loops stop at the same time: a carrier that does not answer must not keep the others running.
  await Promise.allSettled([stopDraining(), ...stops.map((stop) => stop())]);
  await carrierCallsEnded();
  await flushCarrierCounters();
  await flushRequestLogs();
  await closeDb();
}
