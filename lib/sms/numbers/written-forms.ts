import { NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";

/** The most digits of a country calling code. */
const MAX_CODE_DIGITS = 3;

/** A New Zealand mobile number without its country code and without the 0 before it. */
const NZ_MOBILE = /^2\d{7,9}$/;

/**
 * Returns the digits of an address, without a plus sign and without leading zeros: no country code begins with 0.
 * Never throws.
 * @returns null if the address is no number.
 */
export function writtenDigits(address: string): string | null {
  return /^\+?0*([1-9]\d{0,19})$/.exec(address.trim())?.[1] ?? null;
}

/** Returns an address without the plus sign that some networks write before a number. Never throws. */
export function withoutPlus(address: string): string {
  return address.replace(/^\+(?=\d+$)/, "");
}

/** Returns every result that `writtenDigits` has for a number: with its country code and without. */
export function writtenForms(msisdn: string): string[] {
  const lengths = Array.from({ length: MAX_CODE_DIGITS + 1 }, (_, code) => code);
  return [...new Set(lengths.flatMap((code) => writtenDigits(msisdn.slice(code)) ?? []))];
}

/** Returns whether digits in the form of `writtenDigits` may mean a number. */
export function isWrittenFormOf(digits: string, msisdn: string): boolean {
  return writtenForms(msisdn).includes(digits);
}

/**
 * Returns the likeliest numbers of such digits: the digits themselves, and a New Zealand mobile if they may be one.
 */
export function likelyNumbers(digits: string): string[] {
  return NZ_MOBILE.test(digits) ? [digits, `${NEW_ZEALAND}${digits}`] : [digits];
}
