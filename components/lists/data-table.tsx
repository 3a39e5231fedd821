"use client";

import {
  columnVisibilityFeature,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo, useRef } from "react";
import { ChooseColumns } from "@/components/lists/table/choose-columns";
import { CELL_ON_PHONE, type PhoneSlot, slotOf } from "@/components/lists/table/phone-slots";
import { RowLink } from "@/components/lists/table/row-link";
import { SortedHeader } from "@/components/lists/table/sorted-header";
import { useHiddenColumns } from "@/components/lists/table/use-hidden-columns";
import { useRowKeys } from "@/components/lists/table/use-row-keys";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** Where it stands in a row of a phone. The first column is the title; others stand below unless they say it. */
  phone?: PhoneSlot;
  /** What rows are sorted by. Only for lists that are whole: one page of many is in the server's order. */
  sort?: (row: Row) => string | number | null;
  /** What a row cannot do without. */
  isFixed?: boolean;
};

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

/** Browsers lose the roles of a table that is laid out in another way, so they are written down. */
const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
};

/**
 * A list as a table. On a phone a row has two lines: what it is and when, below that a text and its state.
 * @param href where a row leads. The first column is the link, and a click anywhere in the row follows it.
 * @param isChoosable whether people choose the columns, which this browser keeps by the table's label.
 */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  keyOf,
  href,
  isChoosable = false,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  href?: (row: Row) => string;
  isChoosable?: boolean;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const [hidden, setHidden] = useHiddenColumns(isChoosable ? label : null);
  const defined = useMemo(
    () =>
      columns.map(({ title, sort }) => ({
        id: title,
        accessorFn: (row: Row) => sort?.(row) ?? undefined,
        enableSorting: sort !== undefined,
        sortFn: "basic" as const,
        sortUndefined: "last" as const,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: keyOf,
    enableSortingRemoval: true,
    state: { columnVisibility: Object.fromEntries(hidden.map((title) => [title, false])) },
  });
  const shown = columns.filter(({ title, isFixed }) => isFixed || !hidden.includes(title));
  return (
    <div className="relative">
      {isChoosable ? <ChooseColumns columns={columns} hidden={hidden} onChange={setHidden} /> : null}
      <div className="sm:-mx-3 sm:overflow-x-auto">
        <table {...ROLES.table} aria-label={label} className="block w-full text-sm sm:table">
          <thead {...ROLES.group} className="max-sm:sr-only">
            <tr {...ROLES.row} className="border-b border-line text-left text-muted">
              {shown.map(({ title, align }) => {
                const column = table.getColumn(title);
                const isSorted = column?.getCanSort() ? column.getIsSorted() : undefined;
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
                      <SortedHeader title={title} sorted={isSorted} onSort={() => column?.toggleSorting()} />
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody {...ROLES.group} ref={body} className="block sm:table-row-group">
            {table.getRowModel().rows.map(({ id, original: row }) => (
              <tr
                key={id}
                {...ROLES.row}
                className="relative flex min-h-11 flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line py-3 last:border-0 sm:static sm:table-row sm:py-0 sm:focus-within:bg-page sm:hover:bg-page"
              >
                {shown.map(({ title, cell, align }, place) => (
                  <td
                    key={title}
                    {...ROLES.cell}
                    className={`${CELL_ON_PHONE[slotOf(shown, place)]} ${place > 0 ? "max-sm:[&_:is(a,button)]:relative" : ""} align-baseline sm:table-cell sm:px-3 sm:py-2.5 ${align === "end" ? "sm:text-right" : ""}`}
                  >
                    {slotOf(shown, place) === "more" ? (
                      <span className="shrink-0 text-muted sm:hidden" aria-hidden="true">
                        {title}
                      </span>
                    ) : null}
                    <span className="min-w-0 max-sm:wrap-anywhere sm:break-words">
                      {href && place === 0 ? <RowLink href={href(row)}>{cell(row)}</RowLink> : cell(row)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
