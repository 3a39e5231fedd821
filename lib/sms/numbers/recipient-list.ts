import { countZeroless, noZeros, readNumberCell } from "@/lib/sms/numbers/number-cell";
import type { MissingZero, MissingZeros, NumberProblem } from "@/lib/sms/numbers/number-problems";
import type { ListedRecipient } from "@/lib/sms/numbers/split-recipients";

/** The reason that a piece is skipped: it has no number, or repeats one. */
export type RecipientProblem = NumberProblem | "duplicate";

/**
 * The recipients of a list and its skipped pieces. Each number is listed once, in international form, with the line
 * of its first occurrence.
 */
export type RecipientList = {
  recipients: string[];
  lines: number[];
  problems: (ListedRecipient & { problem: RecipientProblem })[];
  /** The numbers that may lack their zero, with any answer. */
  missingZeros: MissingZeros;
};

/**
 * Reads a list of recipients that was typed, pasted or uploaded (rules: recipients, numbers in files). Never throws.
 * @param missingZero the person's answer about missing zeros; undefined without one.
 */
export function readRecipientList(
  listed: readonly ListedRecipient[],
  missingZero?: MissingZero,
): RecipientList {
  const recipients = new Map<string, number>();
  const problems: RecipientList["problems"] = [];
  const missingZeros = noZeros();
  for (const { line, given } of listed) {
    const asked = readNumberCell(given);
    const isZeroless = "problem" in asked && asked.problem === "missing-zero";
    if (isZeroless) countZeroless(given, missingZeros);
    const reading = isZeroless ? readNumberCell(given, missingZero) : asked;
    if ("problem" in reading) problems.push({ line, given, problem: reading.problem });
    else if (recipients.has(reading.msisdn)) problems.push({ line, given, problem: "duplicate" });
    else recipients.set(reading.msisdn, line);
  }
  return { recipients: [...recipients.keys()], lines: [...recipients.values()], problems, missingZeros };
}
