import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";

/** New Zealand's country calling code. */
export const NEW_ZEALAND = "64";

/** The most characters of a number of 15 digits as somebody writes it. */
export const MAX_WRITTEN_LENGTH = 100;

/** The scheme of a number that was copied from a link or a contact (RFC 3966, RFC 5724). */
const SCHEME = /^\s*(?:tel|sms):/i;

/** A number that a program has stored as a fraction. The decimal zeros are no digits of a phone. */
const FRACTION = /^([^./]{7,})\.0{1,2}\s*$/;

/** A single digit after a dot or a slash: a fraction, an extension or an address, but no group of a number. */
const LONE_DIGIT = /[./]\s*\d(?!\d)/;

const INTERNATIONAL_PREFIX = /^(?:\+|00)/;
const WELL_FORMED = /^[1-9][0-9]{5,14}$/;

/** How people write a trunk 0 that is not dialled from abroad, right behind the country code. */
const TRUNK_ZERO = /\(\s*0\s*\)/;

/**
 * Ranges that libphonenumber knows as "mobile" or "unknown type" only, so that common numbers need no
 * parsing. They are New Zealand 020, 021, 022, 026, 027, 028 and 029, and Australia 04. Tests compare both
 * with libphonenumber.
 */
const PLAIN_MOBILE = /^(?:642(?:[0-27-9][0-9]{7,8}|6[0-9]{6,7})|614[0-9]{8})$/;

/** The range of New Zealand mobiles: 02 and seven to nine digits more. */
const NZ_MOBILE_RANGE = /^642[0-9]{7,9}$/;

/**
 * A New Zealand number with its trunk 0 left in, as in `+64 (0)21 ...`. libphonenumber drops the 0, as it does in other
 * countries: no phone has such a number. An opt-out is recorded without it.
 */
const TRUNK_ZERO_LEFT_IN = "640";

/** The calling codes of countries, and those of no country: satellite and international freephone. */
const CALLING_CODES: ReadonlySet<string> = new Set([
  ...Object.keys(metadata.country_calling_codes),
  ...Object.keys(metadata.nonGeographic),
]);

/**
 * Returns a recipient as international digits without a plus sign (rules: recipients). It drops invisible characters,
 * separators between groups of digits, one leading `+` or `00`, and a `(0)` after the country code. A single leading 0
 * means New Zealand. Never throws.
 * @returns null if the rest is not 6 to 15 digits, begins with 0, or has a single digit after a dot or a slash.
 */
export function normaliseMsisdn(raw: string): string | null {
  if (raw.length > MAX_WRITTEN_LENGTH) {
    return null;
  }
  if (WELL_FORMED.test(raw)) return raw;
  const plain = plainNumber(raw).replace(SCHEME, "").replace(FRACTION, "$1");
  const written = withoutTrunkZero(plain);
  if (LONE_DIGIT.test(written)) return null;
  const digits = internationalDigits(written);
  const msisdn = digits.replace(/^0(?=[1-9])/, NEW_ZEALAND);
  return WELL_FORMED.test(msisdn) ? msisdn : null;
}

function internationalDigits(written: string): string {
  return withoutSeparators(written).replace(INTERNATIONAL_PREFIX, "");
}

/** Returns a number without a `(0)` right behind its country code. Never throws. */
export function withoutTrunkZero(written: string): string {
  const zero = TRUNK_ZERO.exec(written);
  if (zero === null) return written;
  const code = written.slice(0, zero.index);
  return CALLING_CODES.has(internationalDigits(code))
    ? code + written.slice(zero.index + zero[0].length)
    : written;
}

/**
 * Whether a normalised number can be a mobile (rules: impossible numbers). False when libphonenumber calls it
 * impossible, knows another type for it, or reads it without a trunk prefix that it has. An unknown type passes: new
 * ranges open before the metadata has them. Never throws.
 */
export function canReceiveSms(msisdn: string): boolean {
  if (PLAIN_MOBILE.test(msisdn)) {
    return true;
  }
  if (msisdn.startsWith(TRUNK_ZERO_LEFT_IN)) {
    return false;
  }
  const number = parsePhoneNumberFromString(`+${msisdn}`, { extract: false });
  // Another number than was given is one without its trunk prefix.
  if (number === undefined || number.number !== `+${msisdn}` || !number.isPossible()) {
    return false;
  }
  const type = number.getType();
  return type === undefined || type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE";
}

/**
 * The country calling code of a normalised number, such as "64", "1" or "61"; null when it begins with none
 * in use. International prices go by it (rules: prices). Never throws.
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

/**
 * The calling codes of numbers that begin so: one, several when a code is longer than the beginning, or none. Never throws.
 */
export function callingCodesOf(beginning: string): string[] {
  const code = callingCode(beginning);
  return code === null ? [...CALLING_CODES].filter((each) => each.startsWith(beginning)) : [code];
}

/**
 * Whether a number that can receive texts may begin so, as far as calling codes and lengths tell
 * (rules: impossible numbers). Never throws.
 */
export function canBegin(beginning: string): boolean {
  if (beginning.startsWith(TRUNK_ZERO_LEFT_IN)) return false;
  const isCalled = [...CALLING_CODES].some(
    (code) => code.startsWith(beginning) || beginning.startsWith(code),
  );
  return isCalled && validatePhoneNumberLength(`+${beginning}`) !== "TOO_LONG";
}

/**
 * Whether a normalised number is in New Zealand, where quiet hours apply (rules: night queue). Never throws.
 */
export function isNewZealand(msisdn: string): boolean {
  return msisdn.startsWith(NEW_ZEALAND);
}

/**
 * The number of a phone that can receive texts, as international digits (rules: usable numbers). It is read
 * as people in the country write it, with or without its country code. A number that has only the right
 * length, such as `1 123 123 1234`, is refused. New Zealand 02 is always mobile, even in ranges unknown to
 * libphonenumber.
 * @param country two letters, `NZ`; for anything else, only numbers with a country code are understood.
 * @returns null for any other number or text. Never throws.
 */
export function mobileIn(raw: string, country: string): string | null {
  const code = country.trim().toUpperCase();
  // `(+64) 21 ...` is a number to libphonenumber only where it looks for one in a text.
  const written = plainNumber(raw.slice(0, MAX_WRITTEN_LENGTH)).replace(/^\s*\(\s*(?=\+)/, "");
  const number = parsePhoneNumberFromString(written, {
    extract: false,
    ...(isSupportedCountry(code) ? { defaultCountry: code } : {}),
  });
  const msisdn = number?.number.slice(1);
  if (number === undefined || msisdn === undefined || !number.isPossible()) return null;
  const isMobile = number.isValid() ? canReceiveSms(msisdn) : NZ_MOBILE_RANGE.test(msisdn);
  return isMobile ? msisdn : null;
}
