import { storable } from "@/lib/db/storable";
import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { likelyNumbers, withoutPlus } from "@/lib/sms/numbers/written-forms";

/** The most characters of an address that are kept: a longer one might not fit an index. */
const MAX_ADDRESS_LENGTH = 40;

/**
 * The number of a mobile user in the form in which messages are addressed to it, so that a reply is matched. What is a number
 * of no phone as it stands, and a New Zealand mobile behind that country's code, is that mobile.
 * Anything else, such as a short code or a name, is kept as its digits, or as it is. Never throws.
 */
export function handsetNumber(raw: string): string {
  const msisdn = normaliseMsisdn(raw);
  if (msisdn === null) return shortcodeNumber(raw.replace(/\D/g, "") || raw);
  return /^\s*(?:\+|00)/.test(raw) ? msisdn : (likelyNumbers(msisdn).find(canReceiveSms) ?? msisdn);
}

/**
 * A shortcode as a carrier writes it, a long number without a plus sign, and without characters that cannot be stored. Never
 * throws.
 */
export function shortcodeNumber(raw: string): string {
  return withoutPlus(storable(raw.trim().slice(0, MAX_ADDRESS_LENGTH)));
}
