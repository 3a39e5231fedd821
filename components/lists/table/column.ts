import type { ReactNode } from "react";
import type { PhoneSlot } from "@/components/lists/table/phone-slots";

/** A column of a list. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** The place in a row on a phone. The first column is the title by default; the others are below. */
  phone?: PhoneSlot;
  /**
   * Returns the value to sort by. Only for complete lists: a page of a longer list keeps the server's order.
   */
  sort?: (row: Row) => string | number | null;
  /**
   * The server's name for the order by this column, in lists with pages. Only columns with an index have an
   * order.
   */
  order?: string;
  /** True if the column cannot be hidden. */
  isFixed?: boolean;
};
