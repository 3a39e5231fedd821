/** A cell of a table. Null is a figure that the system does not provide. */
export type Cell = string | number | null;

/** Returns a table as text: the first column flush left, figures flush right. */
export function tableOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows.map((row) => row.map(written))];
  const widths = head.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? "").length)));
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return texts.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** Returns a number with its thousands apart, and with one decimal below a hundred unless it is whole. */
function written(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return "?";
  if (typeof cell === "string") return cell;
  const digits = Math.abs(cell) < 100 && !Number.isInteger(cell) ? 1 : 0;
  return cell.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
