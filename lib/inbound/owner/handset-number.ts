import { storable } from "@/lib/db/storable";
import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { likelyNumbers, withoutPlus } from "@/lib/sms/numbers/written-forms";

/** The most characters of an address that are kept: a longer one might not fit into an index. */
const MAX_ADDRESS_LENGTH = 40;

/**
 * Returns the number of a mobile user in the form of addresses of messages, so that a reply is matched. A number that
 * no phone can have becomes a New Zealand mobile if it is one after that country's code. Anything else, such as a
 * short code or a name, is kept as its digits, or unchanged. Never throws.
 */
export function handsetNumber(raw: string): string {
  const msisdn = normaliseMsisdn(raw);
  if (msisdn === null) return shortcodeNumber(raw.replace(/\D/g, "") || raw);
  return /^\s*(?:\+|00)/.test(raw) ? msisdn : (likelyNumbers(msisdn).find(canReceiveSms) ?? msisdn);
}

/**
 * Returns a carrier's shortcode without the plus sign of a long number, and without characters that cannot be stored.
 * Never throws.
 */
export function shortcodeNumber(raw: string): string {
  return withoutPlus(storable(raw.trim().slice(0, MAX_ADDRESS_LENGTH)));
}
