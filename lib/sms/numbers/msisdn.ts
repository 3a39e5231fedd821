import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";

/** New Zealand's country calling code. */
export const NEW_ZEALAND = "64";

/** The most characters of a number of 15 digits with its separators. */
export const MAX_WRITTEN_LENGTH = 100;

/** The scheme of a number that was copied from a link or a contact (RFC 3966, RFC 5724). */
const SCHEME = /^\s*(?:tel|sms):/i;

/** A number that a program has stored as a fraction. The decimal zeros are no digits of a phone. */
const FRACTION = /^([^./]{7,})\.0{1,2}\s*$/;

/** A single digit after a dot or a slash: a fraction, an extension or an address, but no group of a number. */
const LONE_DIGIT = /[./]\s*\d(?!\d)/;

const INTERNATIONAL_PREFIX = /^(?:\+|00)/;
const WELL_FORMED = /^[1-9][0-9]{5,14}$/;

/** A trunk 0 in parentheses behind the country code. Callers from abroad do not dial it. */
const TRUNK_ZERO = /\(\s*0\s*\)/;

/**
 * New Zealand 020, 021, 022, 026, 027, 028 and 029, and Australia 04. libphonenumber knows these ranges only as
 * "mobile" or "unknown type", so common numbers need no parsing. Tests compare the ranges with libphonenumber.
 */
const PLAIN_MOBILE = /^(?:642(?:[0-27-9][0-9]{7,8}|6[0-9]{6,7})|614[0-9]{8})$/;

/** The range of New Zealand mobiles: 02 and seven to nine further digits. */
const NZ_MOBILE_RANGE = /^642[0-9]{7,9}$/;

/**
 * A New Zealand number that still has its trunk 0, as in `+64 (0)21 ...`. libphonenumber drops the 0, as it does in
 * other countries. No phone has such a number, and an opt-out is stored without the 0.
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
 * Returns whether a normalised number can be a mobile (rules: impossible numbers). Returns false for a number that
 * libphonenumber calls impossible, knows as another type, or reads without a trunk prefix. An unknown type passes:
 * new ranges open before the metadata has them. Never throws.
 */
export function canReceiveSms(msisdn: string): boolean {
  if (PLAIN_MOBILE.test(msisdn)) {
    return true;
  }
  if (msisdn.startsWith(TRUNK_ZERO_LEFT_IN)) {
    return false;
  }
  const number = parsePhoneNumberFromString(`+${msisdn}`, { extract: false });
  // A different number is the given one without its trunk prefix.
  if (number === undefined || number.number !== `+${msisdn}` || !number.isPossible()) {
    return false;
  }
  const type = number.getType();
  return type === undefined || type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE";
}

/**
 * Returns the country calling code of a normalised number, such as "64", "1" or "61" (rules: prices). Never throws.
 * @returns null if the number begins with no code in use.
 */
export function callingCode(msisdn: string): string | null {
  // No code is the beginning of another one, so the first match is the only one.
  for (let length = 1; length <= 3; length++) {
    const code = msisdn.slice(0, length);
    if (CALLING_CODES.has(code)) {
      return code;
    }
  }
  return null;
}

/**
 * Returns the calling codes of the numbers with a beginning. The list has several codes if they are longer than the
 * beginning. Never throws.
 */
export function callingCodesOf(beginning: string): string[] {
  const code = callingCode(beginning);
  return code === null ? [...CALLING_CODES].filter((each) => each.startsWith(beginning)) : [code];
}

/**
 * Returns whether a number that can receive texts may have a beginning, judged by calling codes and lengths
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
 * Returns whether a normalised number is in New Zealand, whose quiet hours apply (rules: night queue). Never throws.
 */
export function isNewZealand(msisdn: string): boolean {
  return msisdn.startsWith(NEW_ZEALAND);
}

/**
 * Returns the number of a phone that can receive texts, as international digits (rules: usable numbers). It reads the
 * number as people in the country write it, with or without the country code. It refuses a number that only has the
 * right length, such as `1 123 123 1234`. New Zealand 02 is always mobile, even in ranges unknown to libphonenumber.
 * @param country two letters, such as `NZ`. With any other text, only numbers with a country code are understood.
 * @returns null for any other number or text. Never throws.
 */
export function mobileIn(raw: string, country: string): string | null {
  const code = country.trim().toUpperCase();
  // libphonenumber reads `(+64) 21 ...` as a number only when it searches a text.
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
