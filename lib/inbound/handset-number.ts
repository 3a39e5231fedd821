import { storable } from "@/lib/messages/dispatch/dispatch.sql";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** More than any address has: an odd one must not be too long for an index. */
const LONGEST_ADDRESS = 40;

/**
 * The number of a mobile user as messages to it are addressed, so that a reply finds them. What is no such number (a
 * service that answers from a short code or a name) is kept as its digits, or as it is. Never throws.
 */
export function handsetNumber(raw: string): string {
  return normaliseMsisdn(raw) ?? shortcodeNumber(raw.replace(/\D/g, "") || raw);
}

/** A shortcode as a carrier writes it, without what cannot be stored. Never throws. */
export function shortcodeNumber(raw: string): string {
  return storable(raw.trim().slice(0, LONGEST_ADDRESS));
}
