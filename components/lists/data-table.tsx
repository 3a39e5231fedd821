"use client";

import { useMemo, useRef, useState } from "react";
import { Cells } from "@/components/lists/table/cells";
import { ChoiceCell, ChooseAll } from "@/components/lists/table/choice";
import { ChooseColumns } from "@/components/lists/table/choose-columns";
import type { Column } from "@/components/lists/table/column";
import { directionOf, type ListOrder, nextOrder } from "@/components/lists/table/list-order";
import { ROLES } from "@/components/lists/table/roles";
import { nextRowOrder, type RowOrder, sortRows } from "@/components/lists/table/row-order";
import type { Selection } from "@/components/lists/table/selection";
import { SortedHeader } from "@/components/lists/table/sorted-header";
import { useHiddenColumns } from "@/components/lists/table/use-hidden-columns";
import { useRowKeys } from "@/components/lists/table/use-row-keys";

/**
 * Draws a list as a table; every list uses it. The browser sorts a complete list. A page of a longer list
 * keeps the server's order, because the cursor continues in it. On a phone a row has two lines: the title and
 * the time, then a text and the state.
 * @param href the address of a row. The first column is the link, and a click anywhere in the row follows it.
 * @param order the server's order, for columns that the server can sort by.
 * @param selection set if an action applies to several rows at once.
 * @param isChoosable true if readers choose the columns. The browser keeps the choice under the table's
 * label.
 * @param count the number of rows on all pages, in words, above the table.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  href,
  isChoosable = false,
  count,
  order,
  selection,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  href?: (row: Row) => string;
  isChoosable?: boolean;
  count?: string | undefined;
  order?: ListOrder;
  selection?: Selection<Row> | undefined;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const [hidden, setHidden] = useHiddenColumns(isChoosable ? label : null);
  const [rowOrder, setRowOrder] = useState<RowOrder | null>(null);
  const sorted = useMemo(() => sortRows(rows, columns, rowOrder), [rows, columns, rowOrder]);
  const shown = columns.filter(({ title, isFixed }) => isFixed || !hidden.includes(title));
  return (
    <div className="relative">
      {isChoosable || count !== undefined ? (
        <div
          className={`mb-1 flex items-center gap-4 sm:-mt-2 ${count === undefined ? "max-sm:hidden" : ""}`}
        >
          <p className="text-sm text-muted tabular-nums">{count}</p>
          {isChoosable ? <ChooseColumns columns={columns} hidden={hidden} onChange={setHidden} /> : null}
        </div>
      ) : null}
      <div className="sm:-mx-3 sm:overflow-x-auto">
        <table {...ROLES.table} aria-label={label} className="block w-full text-sm sm:table">
          <thead {...ROLES.group} className="max-sm:sr-only">
            <tr {...ROLES.row} className="border-b border-line text-left text-muted">
              {selection ? <ChooseAll rows={rows} keyOf={keyOf} selection={selection} /> : null}
              {shown.map(({ title, align, order: name, sort }) => {
                const own = sort && rowOrder?.title === title && rowOrder.direction;
                const isSorted = order && name ? directionOf(order, name) : own;
                const press = () => {
                  if (order && name) order.onChange(nextOrder(order, name));
                  else if (sort) setRowOrder(nextRowOrder(rowOrder, rows, { title, sort }));
                };
                return (
                  <th
                    key={title}
                    {...ROLES.header}
                    scope="col"
                    aria-sort={isSorted ? (isSorted === "asc" ? "ascending" : "descending") : undefined}
                    className={`px-3 py-2 font-medium whitespace-nowrap ${align === "end" ? "text-right" : ""}`}
                  >
                    {isSorted === undefined ? (
                      title
                    ) : (
                      <SortedHeader title={title} sorted={isSorted} onSort={press} />
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody {...ROLES.group} ref={body} className="block sm:table-row-group">
            {sorted.map((row) => (
              <tr
                key={keyOf(row)}
                {...ROLES.row}
                className="relative flex min-h-11 max-sm:before:order-5 max-sm:before:basis-full flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line py-3 last:border-0 sm:static sm:table-row sm:py-0 sm:focus-within:bg-page sm:hover:bg-page"
              >
                {selection ? <ChoiceCell row={row} id={keyOf(row)} selection={selection} /> : null}
                <Cells row={row} columns={shown} href={href?.(row)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
