import type { CarrierReport } from "@/lib/carriers/carrier";
import { loadSources, type Sources } from "@/lib/carriers/sender-addresses";
import type { Database } from "@/lib/db/client";
import { writtenForms } from "@/lib/sms/numbers/written-forms";

/** What has fewer digits is a sender, and no handset without its country code. */
const MIN_HANDSET_DIGITS = 7;

const NO_FORMS: ReadonlySet<string> = new Set();

/** How a carrier's senders may be written, kept as long as these are: a network may know thousands. */
const formsOfSources = new WeakMap<Sources, ReadonlySet<string>>();

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
  const ours = sources === undefined ? NO_FORMS : formsOf(sources);
  return reports.map((report) => ({ ...report, msisdn: handsetOf(report, ours) }));
}

function formsOf(sources: Sources): ReadonlySet<string> {
  const forms = formsOfSources.get(sources) ?? new Set([...sources.keys()].flatMap(writtenForms));
  formsOfSources.set(sources, forms);
  return forms;
}

/** @param ours how senders of ours may be written. */
function handsetOf({ msisdn, addressee }: CarrierReport, ours: ReadonlySet<string>): string | null {
  if (msisdn && !ours.has(msisdn)) return msisdn;
  const isHandset = addressee && addressee.length >= MIN_HANDSET_DIGITS && !ours.has(addressee);
  return isHandset ? addressee : null;
}
