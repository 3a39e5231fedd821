"use client";

import { useSearchParams } from "next/navigation";
import { PageSteps, useAddress } from "@/components/lists/page-steps";

/** The numbers of rows to choose from. A list may have a different default. */
const SIZES = [25, 50, 100];

/**
 * Draws links to newer and older entries of a list that grows all day, without a count. In the address,
 * `before` or `after` is the start of the page, `limit` its number of rows, and `order` the order.
 * @param usual the number of rows if the address has none.
 * @param order the actual order of the rows, if it may differ from the address; empty for the newest first.
 */
export function CursorPager({
  newer,
  older,
  usual = 25,
  order: answered,
}: {
  newer: string | null;
  older: string | null;
  usual?: number;
  order?: string | undefined;
}) {
  const parameters = useSearchParams();
  const to = useAddress(["before", "after"]);
  const isFirst = !parameters.has("before") && !parameters.has("after");
  const size = parameters.get("limit") ?? String(usual);
  const order = (answered ?? parameters.get("order")) || "-";
  const steps = { newer: newer && to("after", newer), older: older && to("before", older) };
  const [previous, next] = order.startsWith("-") ? [steps.newer, steps.older] : [steps.older, steps.newer];
  if (isFirst && next === null && !parameters.has("limit")) return null;
  return (
    <PageSteps
      status={next === null ? "End of list" : ""}
      rows={
        <RowsSelect
          size={size}
          onChange={(next) => window.history.replaceState(null, "", to("limit", next))}
        />
      }
      first={isFirst ? null : to()}
      firstTitle={order === "-" ? "Newest" : "First"}
      previous={previous}
      next={next}
    />
  );
}

/** Draws the choice of the number of rows on a page. */
function RowsSelect({ size, onChange }: { size: string; onChange: (size: string) => void }) {
  const sizes = [...new Set([...SIZES, Number(size)])].sort((a, b) => a - b);
  return (
    <label className="flex items-center gap-2 text-muted">
      Rows
      <select
        className="input w-auto py-1 max-sm:min-h-11"
        value={size}
        onChange={({ target }) => onChange(target.value)}
      >
        {sizes.map((each) => (
          <option key={each} value={String(each)}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
