import { BLANKS } from "@/lib/sms/characters/dashes-and-blanks";
import { NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";
import { plainNumber } from "@/lib/sms/numbers/separators";

/** The reasons for which a number cannot be looked up, with their texts (rules: number lookup). */
export const INVALID_NUMBER = {
  too_short: "Number too short. NZ mobile numbers must be 9-11 digits (e.g., 021234567).",
  too_long: "Number too long. NZ mobile numbers must be 9-11 digits (e.g., 021234567).",
  bad_prefix: "Invalid prefix. NZ mobile numbers must start with 02X (e.g., 021, 022, 027).",
  bad_format: "Invalid format. NZ mobile numbers must start with 02X (local) or 642X (international).",
} as const;

export type InvalidNumber = keyof typeof INVALID_NUMBER;

const BLANK = new RegExp(`[${BLANKS}]`, "gu");

/** The fewest digits of a number in its local form. */
const MIN_DIGITS = 9;
const MAX_DIGITS = 11;

/**
 * Reads a New Zealand mobile number in its local form (`02X…`) or its international form (`642X…`)
 * (rules: number lookup). Ignores spaces, invisible characters and one leading `+`. The limits of length are for the
 * local form. Never throws.
 * @returns the number as `642X…`, or the first reason that applies, in the rule's order.
 */
export function readNzMobile(text: string): { msisdn: string } | { invalid: InvalidNumber } {
  const digits = plainNumber(text).replace(BLANK, "").replace(/^\+/, "");
  if (/\D/.test(digits)) return { invalid: "bad_format" };
  const local = digits.startsWith(NEW_ZEALAND) ? `0${digits.slice(NEW_ZEALAND.length)}` : digits;
  if (local.length < MIN_DIGITS) return { invalid: "too_short" };
  if (local.length > MAX_DIGITS) return { invalid: "too_long" };
  if (!local.startsWith("0")) return { invalid: "bad_format" };
  if (!local.startsWith("02")) return { invalid: "bad_prefix" };
  return { msisdn: `${NEW_ZEALAND}${local.slice(1)}` };
}
