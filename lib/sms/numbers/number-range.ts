import { DASHES } from "@/lib/sms/characters/dashes-and-blanks";
import { MAX_WRITTEN_LENGTH, NEW_ZEALAND, withoutTrunkZero } from "@/lib/sms/numbers/msisdn";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";

/** The start of a pattern: Asterisk writes `_`, regular expressions `^`, and a plus sign behind it as `\+`. */
const START = /^\s*[_^]\\?/;

/** The end of a pattern, which stands for any further digits. */
const REST = /(?:\.\*|\\d[*+]?|[*%#?xX\u2026.$\s])*$/;

const DASH = new RegExp(`[${DASHES}]`, "u");

/** The most digits of a country calling code. */
const MAX_CODE_DIGITS = 3;

/** A fraction, as spreadsheets write one. */
const LONE_DIGIT = /\.\s*\d(?!\d)/;

const INTERNATIONAL_PREFIX = /^(?:\+|00)/;

/** New Zealand's trunk 0: no area or mobile code begins with 0 or 1. */
const TRUNK_ZERO = /^0(?=[2-9])/;

const BEGINNING = /^[1-9][0-9]{0,14}$/;

/**
 * Returns the digits at the beginning of a range's numbers, as international digits without a plus sign
 * (rules: blocked destinations). The result is `882` for `+882`, `00882`, `882*`, `882xxx` and `^882`, and `64900`
 * for `0900`. Never throws.
 * @returns null for anything else, such as a range with two ends, several ranges, or digits behind a wildcard.
 */
export function rangeBeginning(written: string): string | null {
  if (written.length > MAX_WRITTEN_LENGTH) return null;
  const plain = withoutTrunkZero(withoutRest(plainNumber(written).replace(START, "")));
  if (isSeveral(plain) || LONE_DIGIT.test(plain)) return null;
  const digits = withoutSeparators(plain);
  const beginning = INTERNATIONAL_PREFIX.test(digits)
    ? digits.replace(INTERNATIONAL_PREFIX, "")
    : digits.replace(TRUNK_ZERO, NEW_ZEALAND);
  return BEGINNING.test(beginning) ? beginning : null;
}

function withoutRest(pattern: string): string {
  return pattern.replace(REST, "");
}

/**
 * Returns whether a text has two ends or several ranges. A dash behind a country code separates groups. A dash
 * between groups of the same length, or behind more digits, separates ends.
 */
function isSeveral(plain: string): boolean {
  if (plain.includes("/")) return true;
  const [first = "", ...others] = plain.split(DASH);
  if (others.length === 0) return false;
  const [head = 0, ...lengths] = [first.replace(/^\s*(?:\+|00)/, ""), ...others].map(
    (group) => group.replace(/\D/g, "").length,
  );
  if (head > MAX_CODE_DIGITS && !/^\s*0[1-9]/.test(first)) return true;
  return head >= MAX_CODE_DIGITS && lengths.every((length) => length === head);
}
