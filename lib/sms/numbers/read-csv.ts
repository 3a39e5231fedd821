import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** A file of comma-separated values: its columns' names, and its rows with the line each begins on. */
export type CsvFile = { columns: string[]; rows: { line: number; cells: string[] }[] };

/** How many rows are searched for the column with the numbers. */
const LOOKED_AT = 200;

const isNumber = (cell: string) => {
  const msisdn = normaliseMsisdn(cell);
  return msisdn !== null && canReceiveSms(msisdn);
};

/**
 * Reads a CSV file as spreadsheets write it: commas, semicolons or tabs, with quotes where needed. The first
 * row names the columns, unless it has a phone number in it. Never throws.
 */
export function readCsv(text: string): CsvFile {
  const content = text.replace(/^\ufeff/, "");
  const lines = readRows(content, separatorOf(content)).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  const [first, ...others] = lines;
  if (!first) return { columns: [], rows: [] };
  const hasNames = !first.cells.some(isNumber);
  const rows = hasNames ? others : lines;
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, index) => {
    const name = hasNames ? first.cells[index] : undefined;
    return name ? name : `Column ${index + 1}`;
  });
  return { columns, rows };
}

/** The column with the most phone numbers. Of several with as many, the first. */
export function numberColumn({ columns, rows }: CsvFile): number {
  const looked = rows.slice(0, LOOKED_AT);
  const counts = columns.map((_, index) => looked.filter(({ cells }) => isNumber(cells[index] ?? "")).length);
  // A line may have more columns than a call takes arguments.
  return counts.reduce((best, count, index) => (count > (counts[best] ?? 0) ? index : best), 0);
}

/** The separator that is most frequent in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((best, other) => (count(other) > count(best) ? other : best));
}

function readRows(text: string, separator: string): CsvFile["rows"] {
  const rows: CsvFile["rows"] = [];
  let cells: string[] = [];
  let [cell, quoted, line, begunOn] = ["", false, 1, 1];
  // Remembered, since looking at the whole cell at each quote takes quadratic time.
  let isBlank = true;
  const endCell = () => {
    cells.push(cell.trim());
    cell = "";
    isBlank = true;
  };
  const endRow = () => {
    endCell();
    rows.push({ line: begunOn, cells });
    cells = [];
    begunOn = line;
  };
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    const isLineEnd = character === "\n" || (character === "\r" && text[index + 1] !== "\n");
    if (isLineEnd) line++;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[++index];
      else quoted = false;
    } else if (character === '"' && isBlank) [cell, quoted, isBlank] = ["", true, false];
    else if (character === separator) endCell();
    else if (isLineEnd) endRow();
    else if (character !== "\r") {
      cell += character;
      isBlank &&= character.trim() === "";
    }
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}
