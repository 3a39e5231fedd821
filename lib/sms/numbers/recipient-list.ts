import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import type { ListedRecipient } from "@/lib/sms/numbers/split-recipients";

/**
 * Why a piece is left out. It is no phone number, was rounded by a spreadsheet, can receive no message, or is
 * a repetition.
 */
export type RecipientProblem = "not-a-number" | "rounded" | "cannot-receive" | "duplicate";

/**
 * The recipients of a list, each number once, international, in order, with the line that each stands on first; and the
 * pieces that were left out.
 */
export type RecipientList = {
  recipients: string[];
  lines: number[];
  problems: (ListedRecipient & { problem: RecipientProblem })[];
};

/** What a spreadsheet makes of a long number: `6.4211E+10`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

/**
 * Reads a list of recipients as messages are addressed (rules: recipients, members area sends). Never throws.
 */
export function readRecipientList(listed: readonly ListedRecipient[]): RecipientList {
  const recipients = new Map<string, number>();
  const problems: RecipientList["problems"] = [];
  for (const { line, given } of listed) {
    const msisdn = normaliseMsisdn(given);
    const problem = problemOf(given, msisdn, recipients);
    if (problem) problems.push({ line, given, problem });
    else if (msisdn) recipients.set(msisdn, line);
  }
  return { recipients: [...recipients.keys()], lines: [...recipients.values()], problems };
}

function problemOf(
  given: string,
  msisdn: string | null,
  before: ReadonlyMap<string, number>,
): RecipientProblem | null {
  if (msisdn === null) return isRounded(given) ? "rounded" : "not-a-number";
  if (before.has(msisdn)) return "duplicate";
  return canReceiveSms(msisdn) ? null : "cannot-receive";
}

/** Whether a text is a number that a spreadsheet has rounded: its last digits are lost. */
export function isRounded(given: string): boolean {
  return ROUNDED.test(given);
}
