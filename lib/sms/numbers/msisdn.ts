import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** New Zealand's country calling code. */
export const NEW_ZEALAND = "64";

/** Nobody writes a number of 15 digits with more characters than this. */
const MAX_WRITTEN_LENGTH = 100;

const SEPARATORS = /[\s()\-\u2010-\u2015]/g;
const WELL_FORMED = /^[1-9][0-9]{5,14}$/;

/**
 * Numbers of which libphonenumber says nothing but "mobile" or "unknown type", so that the common ones need
 * not be parsed: New Zealand 020, 021, 022, 027, 028, 029 and 026, Australia 04. The tests hold both against
 * libphonenumber.
 */
const PLAIN_MOBILE = /^(?:642(?:[0-27-9][0-9]{7,8}|6[0-9]{6,7})|614[0-9]{8})$/;

/** What New Zealand sets aside for mobiles, 02 and seven to nine digits more. */
const NZ_MOBILE_RANGE = /^642[0-9]{7,9}$/;

/**
 * A New Zealand number with its trunk 0 left in, as `+64 (0)21 ...` gives. libphonenumber forgives the 0, but
 * the digits address nobody, and an opt-out is recorded without it.
 */
const TRUNK_ZERO_LEFT_IN = "640";

/** Of countries, and of none (satellite, international freephone). */
const CALLING_CODES: ReadonlySet<string> = new Set([
  ...Object.keys(metadata.country_calling_codes),
  ...Object.keys(metadata.nonGeographic),
]);

/**
 * A recipient as international digits without a plus sign: what nobody sees, spaces, hyphens, parentheses and one
 * leading `+` or `00` go, a leading single 0 means New Zealand (rules: recipients). Null when what is left is not 6 to
 * 15 digits or still begins with 0, as no international number does. Never throws.
 */
export function normaliseMsisdn(raw: string): string | null {
  if (raw.length > MAX_WRITTEN_LENGTH) {
    return null;
  }
  if (WELL_FORMED.test(raw)) return raw;
  const digits = withoutInvisible(raw)
    .replace(SEPARATORS, "")
    .replace(/^(?:\+|00)/, "");
  const msisdn = digits.replace(/^0(?=[1-9])/, NEW_ZEALAND);
  return WELL_FORMED.test(msisdn) ? msisdn : null;
}

/**
 * Whether a normalised number can be a mobile. False when libphonenumber finds it not possible, or knows its
 * type and that is not mobile (rules: impossible numbers). An unknown type passes: new ranges open before the metadata
 * knows. Never throws.
 */
export function canReceiveSms(msisdn: string): boolean {
  if (PLAIN_MOBILE.test(msisdn)) {
    return true;
  }
  if (msisdn.startsWith(TRUNK_ZERO_LEFT_IN)) {
    return false;
  }
  const number = parsePhoneNumberFromString(`+${msisdn}`, { extract: false });
  if (number === undefined || !number.isPossible()) {
    return false;
  }
  const type = number.getType();
  return type === undefined || type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE";
}

/**
 * The country calling code of a normalised number ("64", "1", "61"), which international prices go by
 * (rules: prices), or null when it begins with no code in use. Never throws.
 */
export function callingCode(msisdn: string): string | null {
  // No code begins another, so that the first found is the only one.
  for (let length = 1; length <= 3; length++) {
    const code = msisdn.slice(0, length);
    if (CALLING_CODES.has(code)) {
      return code;
    }
  }
  return null;
}

/** Whether a normalised number is in New Zealand, where quiet hours apply (rules: night queue). Never throws. */
export function isNewZealand(msisdn: string): boolean {
  return msisdn.startsWith(NEW_ZEALAND);
}

/**
 * The number of a phone that can receive texts, as international digits, from how somebody in a country writes it, with
 * or without its country code (rules: usable numbers). A number that only has the length of one, such as
 * `1 123 123 1234`, is none; New Zealand's 02 is for mobiles, also where libphonenumber knows of no range yet.
 * @param country two letters, `NZ`; where it is no country, only numbers with a country code are understood.
 * @returns null for any other number, and for what is none. Never throws.
 */
export function mobileIn(raw: string, country: string): string | null {
  const code = country.trim().toUpperCase();
  const number = parsePhoneNumberFromString(withoutInvisible(raw.slice(0, 100)), {
    extract: false,
    ...(isSupportedCountry(code) ? { defaultCountry: code } : {}),
  });
  const msisdn = number?.number.slice(1);
  if (number === undefined || msisdn === undefined || !number.isPossible()) return null;
  const isMobile = number.isValid() ? canReceiveSms(msisdn) : NZ_MOBILE_RANGE.test(msisdn);
  return isMobile ? msisdn : null;
}
