import { readNumberCell } from "@/lib/sms/numbers/number-cell";
import type { MissingZero, NumberProblem } from "@/lib/sms/numbers/number-problems";
import type { ListedRecipient } from "@/lib/sms/numbers/split-recipients";

/** The reason why a piece is left out: it has no number, or repeats one. */
export type RecipientProblem = NumberProblem | "duplicate";

/**
 * The recipients of a list, each number once, international, in order, with the line that each stands on first; and the
 * pieces that were left out.
 */
export type RecipientList = {
  recipients: string[];
  lines: number[];
  problems: (ListedRecipient & { problem: RecipientProblem })[];
};

/**
 * Reads a list of recipients, typed, pasted or from a file (rules: recipients, numbers in files, members area sends). Never throws.
 * @param missingZero the answer of the person to the question about zeros that are missing; undefined before it.
 */
export function readRecipientList(
  listed: readonly ListedRecipient[],
  missingZero?: MissingZero,
): RecipientList {
  const recipients = new Map<string, number>();
  const problems: RecipientList["problems"] = [];
  for (const { line, given } of listed) {
    const reading = readNumberCell(given, missingZero);
    if ("problem" in reading) problems.push({ line, given, problem: reading.problem });
    else if (recipients.has(reading.msisdn)) problems.push({ line, given, problem: "duplicate" });
    else recipients.set(reading.msisdn, line);
  }
  return { recipients: [...recipients.keys()], lines: [...recipients.values()], problems };
}
