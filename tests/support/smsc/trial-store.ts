import type { TrialStore } from "@/lib/carriers/setup/try-carrier";
import { db } from "@/lib/db/client";
import { carrierEvents } from "@/lib/jobs/carriers/carrier-events";
import { trialRecords } from "@/lib/messages/networks/trial/trial-records";

/** Returns the store of a trial, as for commands and the page. */
export function trialStore(name: string): TrialStore {
  return { events: (carrier) => carrierEvents(db(), carrier), records: trialRecords(db(), name) };
}
