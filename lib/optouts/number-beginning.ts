import { MAX_WRITTEN_LENGTH, NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";
import { withoutSeparators } from "@/lib/sms/numbers/separators";

/** As long as the longest number. */
const MAX_DIGITS = 15;

/**
 * The beginning of a number as people write it (`021 123`, `+64 21`), as the digits that stored numbers begin with. A
 * leading 0 means New Zealand. Null when it holds no digit, anything that no number has, or more characters than a
 * number has: nothing begins so.
 */
export function numberBeginning(text: string): string | null {
  if (text.length > MAX_WRITTEN_LENGTH) return null;
  const digits = withoutSeparators(text).replace(/^(?:\+|00)/, "");
  const beginning = digits.replace(/^0/, NEW_ZEALAND);
  return /^\d+$/.test(beginning) && beginning.length <= MAX_DIGITS ? beginning : null;
}
