"use client";

import { OUTCOMES } from "@/app/(members)/requests/_components/words";
import { DateFilters, FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, dateChip, filterChips } from "@/components/lists/filter-chips";
import { FilterSelect } from "@/components/lists/filter-field";
import { FoldingFilters } from "@/components/lists/folding-filters";
import { useToday } from "@/components/ui/today";
import { ERROR_ADVICE } from "@/components/words/error-advice";
import { API_PATHS } from "@/lib/contracts/gateway/api-paths";
import type { ApiKeyRecord } from "@/lib/contracts/members/api-keys";
import { REQUEST_OUTCOMES } from "@/lib/contracts/members/request-outcomes";

type Name = "status" | "code" | "path" | "key" | "start" | "end";

type Option = { value: string; title: string };

const ANY = { value: "", title: "Any" };
const STATUSES = [ANY, ...REQUEST_OUTCOMES.map((value) => ({ value, title: OUTCOMES[value] }))];
/** Errors of the Members Area only. */
const OF_PAGES = ["second_factor_required", "conflict"];
const CODES = [ANY, ...named(Object.keys(ERROR_ADVICE).filter((code) => !OF_PAGES.includes(code)))];
const PATHS = [ANY, ...named(API_PATHS)];

/** Draws the filters of the list of requests. On a phone they are behind a button. */
export function RequestFilters({
  values,
  keys,
  onChange,
  onClear,
}: {
  values: Record<Name, string>;
  keys: readonly ApiKeyRecord[];
  onChange: (changes: Partial<Record<Name, string>>) => void;
  onClear: () => void;
}) {
  const today = useToday() ?? "";
  const range = { start: values.start, end: values.end };
  const made = [
    ANY,
    ...keys.map(({ id, name }) => ({ value: id, title: name })),
    { value: "password", title: "Password" },
    { value: "integration", title: "Integrations" },
  ];
  const field = (name: Name, options: readonly Option[]) => ({
    value: values[name],
    options: withValue(options, values[name]),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const chips = {
    status: chosenAs("Status", STATUSES),
    code: chosenAs("Error"),
    path: chosenAs("Path"),
    key: chosenAs("Key", made),
  };
  return (
    <search className="mb-5 flex flex-col gap-3" aria-label="Requests">
      <FoldingFilters count={Object.values(values).filter(Boolean).length} columns="sm:grid-cols-4">
        <FilterSelect label="Status" {...field("status", STATUSES)} />
        <FilterSelect label="Error" {...field("code", CODES)} />
        <FilterSelect label="Path" {...field("path", PATHS)} />
        <FilterSelect label="Key" {...field("key", made)} />
        <DateFilters range={range} onChange={onChange} />
      </FoldingFilters>
      <FilterBar
        chips={[
          ...filterChips(values, chips, onChange),
          ...dateChip(range, today, () => onChange({ start: "", end: "" })),
        ]}
        onClear={onClear}
      />
    </search>
  );
}

function named(values: readonly string[]): Option[] {
  return values.map((value) => ({ value, title: value }));
}

/** Adds a value from the address to the options, so that the reader can see and clear it. */
function withValue(options: readonly Option[], value: string): readonly Option[] {
  return options.some((option) => option.value === value) ? options : [...options, ...named([value])];
}
