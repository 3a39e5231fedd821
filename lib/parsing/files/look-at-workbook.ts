import { TableReader } from "@/lib/parsing/files/file-table";
import type { LookedAt } from "@/lib/parsing/files/read-file";
import { type HiddenRows, sheetRows } from "@/lib/parsing/files/sheet-rows";
import { openWorkbook, type Sheet, type Workbook } from "@/lib/parsing/files/workbook";

/** The most sheets that are searched for numbers. */
const MAX_SHEETS = 20;

/**
 * Reads a workbook once: the first sheet with a column of numbers, or else the first sheet with rows.
 * @param kept the number of rows to keep.
 * @throws FileRefusal for another archive, a damaged one, and one that is too large.
 */
export async function lookAtWorkbook(file: Blob, kept?: number): Promise<LookedAt> {
  const workbook = await openWorkbook(file);
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden);
  const sheets = (visible.length > 0 ? visible : workbook.sheets).slice(0, MAX_SHEETS);
  let found: LookedAt | undefined;
  for (const sheet of sheets) {
    const looked = await lookAtSheet(workbook, sheet, kept);
    if (looked.count > 0 && looked.numbers !== undefined) {
      found = looked;
      break;
    }
    if (!found || found.count === 0) found = looked;
  }
  const looked = found as LookedAt;
  const others = workbook.sheets.length - 1;
  return others === 0
    ? looked
    : { ...looked, notes: [...looked.notes, { about: "other-sheets", count: others, lines: [] }] };
}

async function lookAtSheet(workbook: Workbook, sheet: Sheet, kept: number | undefined): Promise<LookedAt> {
  const table = new TableReader(kept);
  const hidden: HiddenRows = { lines: [], count: 0 };
  for await (const rows of sheetRows(workbook, sheet, hidden)) table.add(rows);
  table.note("hidden", hidden.lines, hidden.count);
  const found = table.table();
  // A spreadsheet stores no empty cells at the end of a row.
  const notes = found.notes.filter(({ about }) => about !== "shorter");
  return { ...found, notes, source: () => sheetRows(workbook, sheet) };
}
