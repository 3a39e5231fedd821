import type { Column } from "@/components/lists/table/column";

/** The cell that a row is of, in a list that has several. */
export const CELL_COLUMN: Column<{ cell: number }> = {
  title: "Cell",
  align: "end",
  cell: ({ cell }) => cell,
};
