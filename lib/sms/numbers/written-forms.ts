import { NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";

/** Country calling codes have so many digits at most. */
const MAX_CODE_DIGITS = 3;

/** A New Zealand mobile number without its country code and without the 0 before it. */
const NZ_MOBILE = /^2\d{7,9}$/;

/**
 * The digits of an address without a plus sign and the zeros that stand before a national number or an international one: no
 * country code begins with 0. Never throws. @returns null where it is no number.
 */
export function writtenDigits(address: string): string | null {
  return /^\+?0*([1-9]\d{0,19})$/.exec(address.trim())?.[1] ?? null;
}

/** An address as it is, a number without the plus sign that some networks write before it. Never throws. */
export function withoutPlus(address: string): string {
  return address.replace(/^\+(?=\d+$)/, "");
}

/** All that `writtenDigits` gives of one number, however a network writes it: with its country code or without. */
export function writtenForms(msisdn: string): string[] {
  const lengths = Array.from({ length: MAX_CODE_DIGITS + 1 }, (_, code) => code);
  return [...new Set(lengths.flatMap((code) => writtenDigits(msisdn.slice(code)) ?? []))];
}

/** Whether digits as somebody writes them may mean a number. */
export function isWrittenFormOf(digits: string, msisdn: string): boolean {
  return writtenForms(msisdn).includes(digits);
}

/** The numbers that such digits most likely mean: as they stand, and where they can be that, a New Zealand mobile. */
export function likelyNumbers(digits: string): string[] {
  return NZ_MOBILE.test(digits) ? [digits, `${NEW_ZEALAND}${digits}`] : [digits];
}
