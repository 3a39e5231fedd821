import type { ReactNode } from "react";

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode; align?: "end" };

/**
 * A list as a table. On a phone each row becomes a small card of names and values. What a row leads to is a
 * link in one of its cells, so that it works by keyboard and opens in a new tab.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    <div className="overflow-x-auto sm:-mx-3">
      <table aria-label={label} className="block w-full text-sm sm:table">
        <thead className="hidden sm:table-header-group">
          <tr className="border-b border-line text-left text-muted">
            {columns.map(({ title, align }) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2 font-medium whitespace-nowrap ${align === "end" ? "text-right" : ""}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="block border-b border-line py-3 first:pt-0 last:border-0 last:pb-0 sm:table-row sm:py-0 sm:hover:bg-page"
            >
              {columns.map(({ title, cell, align }) => (
                <td
                  key={title}
                  className={`flex items-baseline justify-between gap-4 py-1 align-baseline sm:table-cell sm:px-3 sm:py-2.5 ${align === "end" ? "sm:text-right" : ""}`}
                >
                  <span className="shrink-0 text-muted sm:hidden" aria-hidden="true">
                    {title}
                  </span>
                  <span className="min-w-0 text-right max-sm:wrap-anywhere sm:break-words sm:[text-align:inherit]">
                    {cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
