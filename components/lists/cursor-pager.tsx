"use client";

import { useSearchParams } from "next/navigation";
import { PageSteps, useAddress } from "@/components/lists/page-steps";

/** How many rows a page may have; a list may have another number as its usual one. */
const SIZES = [25, 50, 100];

/**
 * Leads through a list that grows all day: to newer and to older entries, without a count. The address says
 * where the page begins, as `before` or `after`, as `limit` how many rows it has, and as `order` which come first.
 * @param usual how many rows the list has where the address does not say.
 * @param order the order that the rows have, where it may be another than the address says; empty for the newest first.
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

/** How many rows a page has. */
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
