"use client";

import { Button } from "@/components/controls/button";
import { RemoveChip } from "@/components/controls/remove-chip";
import {
  DATE_PRESETS,
  type DatePreset,
  type DateRange,
  presetOf,
  presetRange,
} from "@/components/lists/date-presets";
import type { FilterChip } from "@/components/lists/filter-chips";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { useToday } from "@/components/ui/today";

/**
 * Draws the active filters below the filters of a list, each with a button that removes it. Draws nothing if
 * no filter is active.
 */
export function FilterBar({ chips, onClear }: { chips: readonly FilterChip[]; onClear: () => void }) {
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, title, onRemove }) => (
        <RemoveChip key={name} kind="filter" title={title} onRemove={onRemove} />
      ))}
      <Button size="sm" variant="tertiary" className="max-sm:min-h-11" onPress={onClear}>
        Clear filters
      </Button>
    </div>
  );
}

/** Draws three fields for a range of dates: its name, its first day and its last day. */
export function DateFilters({
  range,
  onChange,
}: {
  range: DateRange;
  /** Called with the changed fields only. The other day may have a change that is not rendered yet. */
  onChange: (changes: Partial<DateRange>) => void;
}) {
  return (
    <>
      <DateSelect range={range} onChange={onChange} />
      <FilterField label="From" type="date" value={range.start} onChange={(start) => onChange({ start })} />
      <FilterField label="To" type="date" value={range.end} onChange={(end) => onChange({ end })} />
    </>
  );
}

/** Draws the choice of a range of dates by its name. */
function DateSelect({
  range,
  onChange,
}: {
  range: DateRange;
  onChange: (changes: Partial<DateRange>) => void;
}) {
  const today = useToday() ?? "";
  const value = presetOf(range, today);
  const custom = value === "custom" ? [{ value, title: "Custom" }] : [];
  return (
    <FilterSelect
      label="Dates"
      value={value}
      options={[{ value: "", title: "Any" }, ...DATE_PRESETS, ...custom]}
      onChange={(next) => {
        if (next === "") onChange({ start: "", end: "" });
        else if (next !== "custom") onChange(presetRange(next as DatePreset, today));
      }}
    />
  );
}
