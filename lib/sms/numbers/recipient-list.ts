import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import type { ListedRecipient } from "@/lib/sms/numbers/split-recipients";

/**
 * Why a piece is left out. It is no phone number, was rounded by a spreadsheet, can receive no message, or is
 * a repetition.
 */
export type RecipientProblem = "not-a-number" | "rounded" | "cannot-receive" | "duplicate";

/** The recipients of a list, each number once, international, in order; and the pieces that were left out. */
export type RecipientList = {
  recipients: string[];
  problems: (ListedRecipient & { problem: RecipientProblem })[];
};

/** What a spreadsheet makes of a long number: `6.4211E+10`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

/**
 * Reads a list of recipients as messages are addressed (rules: recipients, members area sends). Never throws.
 */
export function readRecipientList(listed: readonly ListedRecipient[]): RecipientList {
  const recipients = new Set<string>();
  const problems: RecipientList["problems"] = [];
  for (const { line, given } of listed) {
    const msisdn = normaliseMsisdn(given);
    const problem = problemOf(given, msisdn, recipients);
    if (problem) problems.push({ line, given, problem });
    else if (msisdn) recipients.add(msisdn);
  }
  return { recipients: [...recipients], problems };
}

function problemOf(
  given: string,
  msisdn: string | null,
  before: ReadonlySet<string>,
): RecipientProblem | null {
  if (msisdn === null) return ROUNDED.test(given) ? "rounded" : "not-a-number";
  if (before.has(msisdn)) return "duplicate";
  return canReceiveSms(msisdn) ? null : "cannot-receive";
}
