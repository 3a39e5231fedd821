import type { Column } from "@/components/lists/table/column";

/** The column with the cell of each row, for lists over several cells. */
export const CELL_COLUMN: Column<{ cell: number }> = {
  title: "Cell",
  align: "end",
  cell: ({ cell }) => cell,
};
