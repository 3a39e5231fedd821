import type { CarrierReport } from "@/lib/carriers/carrier";
import { loadSources, type Sources } from "@/lib/carriers/sender-addresses";
import type { Database } from "@/lib/db/client";
import { isWrittenFormOf } from "@/lib/sms/numbers/written-forms";

/** What has fewer digits is a sender, and no handset without its country code. */
const MIN_HANDSET_DIGITS = 7;

/**
 * Reports of a carrier with the handset that each names (rules: delivery reports). It is where a receipt comes from; where that
 * is a sender of ours or no number, the network left both addresses as the message had them, and it is where the receipt goes.
 */
export async function withHandsets(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<CarrierReport[]> {
  const sources = (await loadSources(db, now)).get(carrier);
  return reports.map((report) => ({ ...report, msisdn: handsetOf(report, sources) }));
}

function handsetOf({ msisdn, addressee }: CarrierReport, sources: Sources = new Map()): string | null {
  if (msisdn && !isOurs(msisdn, sources)) return msisdn;
  const isHandset = addressee && addressee.length >= MIN_HANDSET_DIGITS && !isOurs(addressee, sources);
  return isHandset ? addressee : null;
}

function isOurs(digits: string, sources: Sources): boolean {
  return sources.has(digits) || [...sources.keys()].some((address) => isWrittenFormOf(digits, address));
}
