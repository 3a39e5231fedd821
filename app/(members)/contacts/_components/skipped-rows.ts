import { SKIPPED_TITLE } from "@/app/(members)/contacts/_components/map-columns";
import type { ImportProblem } from "@/lib/contracts/members/contacts/contact-imports";
import { BOM, csvLine } from "@/lib/parsing/files/csv-line";
import { type LookedAt, rowsBelowTitles } from "@/lib/parsing/files/read-file";

/** A skipped row of a file: the line at which it begins, its number in the file, and the reason. */
export type SkippedRow = { line: number; given: string; why: string };

const WORDS: Record<ImportProblem, string> = {
  "not-a-number": "Not a phone number",
  rounded: "Rounded by a spreadsheet, so that digits are lost; format the column as text",
  "cannot-receive": "Can\u2019t receive texts: a landline, or a number that doesn\u2019t exist",
  "missing-zero": "No 0 or country code",
  "several-numbers": "Several mobile numbers in one cell; keep one",
  "name-too-long": "The name is longer than 80 characters",
  "value-too-long": "longer than 200 characters",
};

/**
 * Returns the reason for skipping a row.
 * @param given the row's number in the file.
 */
export function whySkipped(problem: ImportProblem, field: string | null, given: string): string {
  if (problem === "not-a-number" && given.trim() === "") return "No number";
  return field === null ? WORDS[problem] : `${field} is ${WORDS[problem]}`;
}

/**
 * Returns the skipped rows as a file with all columns of the original and the reasons, so that a person can
 * correct and import it. Reads the original a second time, to keep no rows in memory.
 */
export async function skippedFile(
  file: Pick<LookedAt, "source" | "titlesLine" | "columns" | "titles">,
  skipped: readonly SkippedRow[],
): Promise<Blob> {
  const reasons = new Map(skipped.map(({ line, why }) => [line, why]));
  const titles = file.columns.map(({ title }, index) => file.titles?.[index] || title);
  const parts = [BOM + csvLine([...titles, SKIPPED_TITLE])];
  for await (const rows of rowsBelowTitles(file))
    for (const { line, cells } of rows) {
      const why = reasons.get(line);
      if (why === undefined) continue;
      parts.push(csvLine([...titles.map((_, index) => cells[index] ?? ""), `${why} (line ${line})`]));
    }
  return new Blob(parts, { type: "text/csv" });
}
