import { formatCount } from "@/components/ui/count";

const WORDS = {
  "stray-quote": (rows: string) =>
    `A quotation mark opens and is never closed ${rows}. It is read as a letter; check the row.`,
  "above-titles": (rows: string) => `Left out above the column titles: ${rows}.`,
  longer: (rows: string) => `More cells than there are column titles ${rows}.`,
  shorter: (rows: string) => `Fewer cells than there are column titles ${rows}.`,
  hidden: (rows: string) => `Hidden in the spreadsheet, and read all the same: ${rows}.`,
  "other-sheets": (_: string, count: number) =>
    count === 1
      ? "The file has 1 other sheet, which is left out."
      : `The file has ${formatCount(count)} other sheets, which are left out.`,
};

/** Draws notes about a chosen file: its irregular rows. */
export function FileNotes({
  notes,
}: {
  notes: readonly { about: keyof typeof WORDS; count: number; lines: readonly number[] }[];
}) {
  if (notes.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm text-warning-soft-foreground" aria-label="About this file">
      {notes.map(({ about, count, lines }) => (
        <li key={about}>{WORDS[about](rowsOf(about, count, lines), count)}</li>
      ))}
    </ul>
  );
}

/** Formats the lines: `on line 3`, `on lines 3 and 4`, `on 20 lines, the first of them 3`. */
function rowsOf(about: keyof typeof WORDS, count: number, lines: readonly number[]): string {
  const on = about === "above-titles" || about === "hidden" ? "" : "on ";
  if (count === 1) return `${on}line ${lines[0]}`;
  if (count > lines.length) return `${on}${formatCount(count)} lines, from line ${lines[0]}`;
  return `${on}lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
}
