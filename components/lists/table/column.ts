import type { ReactNode } from "react";
import type { PhoneSlot } from "@/components/lists/table/phone-slots";

/** A column of a list. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** Where it stands in a row of a phone. The first column is the title; others stand below unless they say it. */
  phone?: PhoneSlot;
  /** What rows are sorted by. Only for lists that are whole: one page of many is in the server's order. */
  sort?: (row: Row) => string | number | null;
  /**
   * The server's name for the order by this column, in lists of which a page is shown. An index has that order:
   * other columns have none.
   */
  order?: string;
  /** What a row cannot do without. */
  isFixed?: boolean;
};
