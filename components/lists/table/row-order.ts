import type { Column } from "@/components/lists/table/column";

/** A column's title by which the rows of a whole list are sorted, and the direction. */
export type RowOrder = { title: string; direction: "asc" | "desc" };

type SortKey<Row> = NonNullable<Column<Row>["sort"]>;

/** The most rows whose values decide the first direction. */
const MAX_SAMPLED = 10;

/**
 * Returns the order after a press on a column's title: the first direction, the opposite one, then the list's
 * own order. Texts ascend first, and numbers descend first.
 */
export function nextRowOrder<Row>(
  order: RowOrder | null,
  rows: readonly Row[],
  { title, sort }: { title: string; sort: SortKey<Row> },
): RowOrder | null {
  const sample = rows.slice(0, MAX_SAMPLED).map(sort);
  const first = typeof sample.find((value) => value !== null) === "string" ? "asc" : "desc";
  if (order?.title !== title) return { title, direction: first };
  return order.direction === first ? { title, direction: first === "asc" ? "desc" : "asc" } : null;
}

/** Returns the rows in an order. Rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, "title" | "sort">[],
  order: RowOrder | null,
): readonly Row[] {
  const sort = columns.find(({ title }) => title === order?.title)?.sort;
  if (!order || !sort) return rows;
  const sign = order.direction === "asc" ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sort(row) }))
    .sort(({ key: one }, { key: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return one === other ? 0 : one > other ? sign : -sign;
    })
    .map(({ row }) => row);
}
