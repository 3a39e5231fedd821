import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";

const ARROWS = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown };

/** Draws a column's title as a button that sorts: ascending, descending, then the server's default. */
export function SortedHeader({
  title,
  sorted,
  onSort,
}: {
  title: string;
  sorted: false | "asc" | "desc";
  onSort: () => void;
}) {
  const Arrow = ARROWS[sorted || "none"];
  return (
    <>
      <span className="sm:hidden">{title}</span>
      <button type="button" onClick={onSort} className="inline-flex items-center gap-1 max-sm:hidden">
        {title}
        <Arrow aria-hidden="true" size={14} className={sorted ? "text-ink" : "opacity-50"} />
      </button>
    </>
  );
}
