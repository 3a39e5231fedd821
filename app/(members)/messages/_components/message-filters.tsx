"use client";

import { DateFilters, FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, dateChip, filterChips } from "@/components/lists/filter-chips";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { FoldingFilters } from "@/components/lists/folding-filters";
import { STATE_OPTIONS } from "@/components/messages/state-options";
import { useToday } from "@/components/ui/today";
import { OUTCOME_ERROR, OUTCOME_NO_ERROR } from "@/lib/contracts/base/values";

type Name = "send" | "outcome" | "search" | "status" | "rateCode" | "start" | "end";

const OUTCOME_WORDS: ReadonlyMap<string, string> = new Map([
  ["replied", "Replied"],
  ["opted_out", "Opt-outs"],
  ["unsubscribed", "Blocked: opted out"],
  ["invalid_number", "Blocked: invalid number"],
  [OUTCOME_NO_ERROR, "Failed without an error"],
]);

const CHIPS = {
  send: () => "One send",
  outcome: (outcome: string) => OUTCOME_WORDS.get(outcome) ?? `Error: ${outcome.slice(OUTCOME_ERROR.length)}`,
  search: chosenAs("Search"),
  status: chosenAs("Status", STATE_OPTIONS),
  rateCode: chosenAs("Rate code"),
};

/** Draws the filters of the list. On a phone all but the search are behind a button. */
export function MessageFilters({
  values,
  onChange,
  onClear,
}: {
  values: Record<Name, string>;
  onChange: (changes: Partial<Record<Name, string>>) => void;
  onClear: () => void;
}) {
  const others = [values.status, values.rateCode, values.start, values.end];
  const today = useToday() ?? "";
  const range = { start: values.start, end: values.end };
  const field = (name: Name) => ({
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <search className="mb-5 flex flex-col gap-3" aria-label="Messages">
      <FoldingFilters
        count={others.filter(Boolean).length}
        columns="sm:grid-cols-3 lg:grid-cols-5"
        search={
          <FilterField
            label="Search"
            type="search"
            placeholder="Number, message ID or reference"
            {...field("search")}
          />
        }
      >
        <FilterSelect label="Status" options={STATE_OPTIONS} {...field("status")} />
        <FilterField label="Rate code" placeholder="Code, or untagged" {...field("rateCode")} />
        <DateFilters range={range} onChange={onChange} />
      </FoldingFilters>
      <FilterBar
        chips={[
          ...filterChips(values, CHIPS, onChange),
          ...dateChip(range, today, () => onChange({ start: "", end: "" })),
        ]}
        onClear={onClear}
      />
    </search>
  );
}
