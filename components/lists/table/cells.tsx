import type { Column } from "@/components/lists/table/column";
import { CELL_ON_PHONE, slotOf } from "@/components/lists/table/phone-slots";
import { ROLES } from "@/components/lists/table/roles";
import { RowLink } from "@/components/lists/table/row-link";

/** Draws the cells of a row. The first cell is the link if the row has an address. */
export function Cells<Row>({
  row,
  columns,
  href,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
}) {
  return columns.map(({ title, cell, align }, place) => {
    const slot = slotOf(columns, place);
    return (
      <td
        key={title}
        {...ROLES.cell}
        className={`${CELL_ON_PHONE[slot]} ${place > 0 ? "max-sm:[&_:is(a,button)]:relative" : ""} align-baseline sm:table-cell sm:px-3 sm:py-2.5 ${align === "end" ? "sm:text-right" : ""}`}
      >
        {slot === "more" ? (
          <span className="shrink-0 text-muted sm:hidden" aria-hidden="true">
            {title}
          </span>
        ) : null}
        {/* The maximum width of a name without spaces. */}
        <span
          className={`min-w-0 max-sm:wrap-anywhere sm:block sm:max-w-[32rem] sm:break-words ${align === "end" ? "sm:ml-auto" : ""}`}
        >
          {href !== undefined && place === 0 ? <RowLink href={href}>{cell(row)}</RowLink> : cell(row)}
        </span>
      </td>
    );
  });
}
