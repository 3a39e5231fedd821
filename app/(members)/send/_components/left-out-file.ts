import type { RecipientFile } from "@/app/(members)/send/_components/send-form";
import { WHY_LEFT_OUT } from "@/components/send/left-out";
import { BOM, csvLine } from "@/lib/parsing/files/csv-line";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";

const TITLE = "Skipped because";

/**
 * Returns the skipped entries as a CSV file with the reasons. Entries from a file have all columns of their
 * rows.
 */
export function leftOutFile(file: RecipientFile | null, problems: RecipientList["problems"]): Blob {
  const reason = ({ problem, line }: RecipientList["problems"][number]) =>
    `${WHY_LEFT_OUT[problem]} (line ${line})`;
  const titles = file?.table.columns.map(({ title }, index) => file.table.titles?.[index] || title) ?? [
    "Number",
  ];
  const rows = new Map(file?.table.rows.map(({ line, cells }) => [line, cells]));
  const lines = problems.map((each) => {
    const cells = rows.get(each.line) ?? [each.given];
    return csvLine([...titles.map((_, index) => cells[index] ?? ""), reason(each)]);
  });
  return new Blob([BOM + csvLine([...titles, TITLE]), ...lines], { type: "text/csv" });
}
