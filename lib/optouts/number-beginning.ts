import { MAX_WRITTEN_LENGTH, NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";
import { withoutSeparators } from "@/lib/sms/numbers/separators";

/** The length of the longest number. */
const MAX_DIGITS = 15;

/**
 * Returns the digits with which stored numbers begin, for the beginning of a number as people write it (`021 123`,
 * `+64 21`). A leading 0 means New Zealand. Returns null if no number can begin so: the text has no digit, another
 * character, or too many.
 */
export function numberBeginning(text: string): string | null {
  if (text.length > MAX_WRITTEN_LENGTH) return null;
  const digits = withoutSeparators(text).replace(/^(?:\+|00)/, "");
  const beginning = digits.replace(/^0/, NEW_ZEALAND);
  return /^\d+$/.test(beginning) && beginning.length <= MAX_DIGITS ? beginning : null;
}
