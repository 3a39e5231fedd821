import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { DateFilters } from "@/components/lists/filter-bar";

type Field = ReactElement<{ label?: string; onChange: (day: string) => void }>;

it("changes one day of a range, and leaves the other as it is meanwhile", () => {
  const changes: object[] = [];
  const { props } = DateFilters({
    range: { start: "2026-01-01", end: "2026-01-31" },
    onChange: (change) => changes.push(change),
  }) as ReactElement<{ children: Field[] }>;
  const change = (label: string, day: string) =>
    props.children.find((field) => field.props.label === label)?.props.onChange(day);
  change("From", "2026-02-01");
  // The page still shows the previous range.
  change("To", "2026-02-28");
  expect(changes).toEqual([{ start: "2026-02-01" }, { end: "2026-02-28" }]);
});
