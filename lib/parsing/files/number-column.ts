import { type ColumnKind, kindOfTitle } from "@/lib/parsing/files/column-titles";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import { readNumberCell } from "@/lib/sms/numbers/number-cell";

/** Titles of columns for phones, best first. */
const PHONES: readonly ColumnKind[] = ["mobile", "phone", "other-phone"];

/** The cells of a column: the number of texts, of numbers, and the certainty that these are phones. */
type Content = { index: number; kind: ColumnKind; filled: number; plain: number; sure: number };

/**
 * Returns the index of the column with the recipients' numbers: titles decide, then cells (rules: numbers in files).
 * Undefined if no column has numbers.
 * @param titles of the columns; empty for a column without one.
 * @param rows some of the file's rows.
 */
export function numberColumn(titles: readonly string[], rows: readonly FileRow[]): number | undefined {
  const columns = titles.map((title, index) => contentOf(title, index, rows));
  const surest = (of: readonly Content[]) =>
    of.reduce<Content | undefined>((best, each) => (each.sure > (best?.sure ?? 0) ? each : best), undefined);
  for (const kind of PHONES) {
    const best = surest(columns.filter((column) => column.kind === kind));
    if (best) return best.index;
  }
  const unnamed = surest(columns.filter(({ kind }) => kind === "unknown"));
  const titled = PHONES.flatMap((kind) => columns.filter((column) => column.kind === kind));
  const isSure = unnamed !== undefined && unnamed.plain > 0;
  // A phone column wins even if all numbers in it are wrong: otherwise a column of ids would be used.
  const found = isSure ? unnamed : (titled.find(({ filled }) => filled > 0) ?? unnamed ?? titled[0]);
  if (found) return found.index;
  const others = columns.filter(({ filled, plain }) => plain * 2 > filled);
  return surest(others)?.index;
}

function contentOf(title: string, index: number, rows: readonly FileRow[]): Content {
  const content = { index, kind: kindOfTitle(title), filled: 0, plain: 0, sure: 0 };
  for (const { cells } of rows) {
    const cell = cells[index] ?? "";
    if (cell === "") continue;
    content.filled++;
    const sure = sureness(cell);
    if (sure === 1) content.plain++;
    content.sure += sure;
  }
  return content;
}

/**
 * Returns the certainty that a cell is a phone's number. A leading 0, + or New Zealand's code is certain. An id may
 * look like any other number.
 */
function sureness(cell: string): number {
  const reading = readNumberCell(cell);
  if ("problem" in reading) return reading.problem === "missing-zero" ? 0.6 : 0;
  return reading.msisdn.startsWith("64") || /[+\u202a(]|^\W*0/.test(cell) ? 1 : 0.3;
}
