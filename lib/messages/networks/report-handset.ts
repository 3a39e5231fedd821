import type { CarrierReport } from "@/lib/carriers/carrier";
import { loadSources, type Sources } from "@/lib/carriers/sender-addresses";
import type { Database } from "@/lib/db/client";
import { writtenForms } from "@/lib/sms/numbers/written-forms";

/** The fewest digits of a handset with its country code. A shorter number is a sender. */
const MIN_HANDSET_DIGITS = 7;

const NO_FORMS: ReadonlySet<string> = new Set();

/** The written forms of a carrier's senders, cached as long as the senders: a network may know thousands. */
const formsOfSources = new WeakMap<Sources, ReadonlySet<string>>();

/**
 * Returns reports of a carrier with the handset of each (rules: delivery reports). The handset is the source of the
 * receipt. If the source is one of this service's senders or no number, the network left both addresses as in the
 * message. The handset is then the destination.
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

/** Returns the handset of a report, or null. @param ours the written forms of this service's senders. */
function handsetOf({ msisdn, addressee }: CarrierReport, ours: ReadonlySet<string>): string | null {
  if (msisdn && !ours.has(msisdn)) return msisdn;
  const isHandset = addressee && addressee.length >= MIN_HANDSET_DIGITS && !ours.has(addressee);
  return isHandset ? addressee : null;
}
