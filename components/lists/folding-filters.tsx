import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/controls/button";

/**
 * Draws the filter fields of a list. On a phone they are behind a button that shows the number of active
 * filters; a search stays beside the button.
 * @param columns the layout classes for windows wider than a phone.
 */
export function FoldingFilters({
  count,
  columns,
  search,
  children,
}: {
  count: number;
  columns: string;
  search?: ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <>
      <div className={`flex items-end gap-2 ${search ? "" : "sm:hidden"}`}>
        {search}
        <Button
          variant="outline"
          className="shrink-0 sm:hidden"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          onPress={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" size={16} />
          Filters{count > 0 ? ` (${count})` : ""}
        </Button>
      </div>
      <div
        id="more-filters"
        className={`${isOpen ? "grid" : "hidden"} grid-cols-2 items-end gap-3 sm:grid ${columns}`}
      >
        {children}
      </div>
    </>
  );
}
