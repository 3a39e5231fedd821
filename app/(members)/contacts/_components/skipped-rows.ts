import type { ImportProblem } from "@/lib/contracts/members/contacts/contact-imports";

/** A row of a file that is left out: the line that it begins on, its number as it was written, and why. */
export type SkippedRow = { line: number; given: string; why: string };

const WORDS: Record<ImportProblem, string> = {
  "not-a-number": "Not a phone number",
  rounded: "Rounded by a spreadsheet; format the column as text",
  "cannot-receive": "Can’t receive texts: a landline, or a number that doesn’t exist",
  "name-too-long": "The name is longer than 80 characters",
  "value-too-long": "longer than 200 characters",
};

/**
 * Why a row is left out.
 * @param given its number as it was written.
 */
export function whySkipped(problem: ImportProblem, field: string | null, given: string): string {
  if (problem === "not-a-number" && given.trim() === "") return "No number";
  return field === null ? WORDS[problem] : `${field} is ${WORDS[problem]}`;
}

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows that are left out as a file. */
export function skippedCsv(rows: readonly SkippedRow[]): string {
  const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\ufeffLine,Number,Reason\r\n${rows.map(({ line, given, why }) => `${line},${cell(given)},${cell(why)}\r\n`).join("")}`;
}
