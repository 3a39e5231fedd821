import { type ColumnKind, kindOfTitle } from "@/lib/parsing/files/column-titles";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import { readNumberCell } from "@/lib/sms/numbers/number-cell";

/** Titles of columns that say phone, best first. */
const PHONES: readonly ColumnKind[] = ["mobile", "phone", "other-phone"];

/** The cells of a column: those with text, those with a number, and how sure they are of being numbers of phones. */
type Content = { index: number; kind: ColumnKind; filled: number; plain: number; sure: number };

/**
 * The column with the numbers to send to: titles decide, then cells. Undefined when no column has any (rules: numbers in files).
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
  // A column of phones whose numbers are all wrong is shown as that, before ids are taken for numbers.
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

/** How sure a cell is a number: one that begins with 0, + or New Zealand's code is, an id may look like any other. */
function sureness(cell: string): number {
  const reading = readNumberCell(cell);
  if ("problem" in reading) return reading.problem === "missing-zero" ? 0.6 : 0;
  return reading.msisdn.startsWith("64") || /[+\u202a(]|^\W*0/.test(cell) ? 1 : 0.3;
}
