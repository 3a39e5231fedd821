import { DELIVERY_STATE, KIND } from "@/app/(members)/webhooks/_components/words";
import { rangeTitle } from "@/components/lists/date-presets";
import { DateSelect, FilterBar, type FilterChip } from "@/components/lists/filter-bar";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { useToday } from "@/components/ui/today";

type Name = "kind" | "state" | "code" | "from" | "to";

const any = { value: "", title: "Any" };
const KINDS = [
  any,
  ...(["inbound", "report"] as const).map((value) => ({ value, title: KIND[value].title })),
];
const STATES = [
  any,
  ...(["failed", "pending", "kept", "delivered"] as const).map((value) => ({
    value,
    title: DELIVERY_STATE[value],
  })),
];
const CODES = [
  any,
  { value: "2xx", title: "2xx success" },
  { value: "3xx", title: "3xx redirect" },
  { value: "4xx", title: "4xx client error" },
  { value: "404", title: "404 not found" },
  { value: "5xx", title: "5xx server error" },
  { value: "none", title: "No response" },
];

/** The filters of the deliveries. */
export function DeliveryFilters({
  values,
  onChange,
  onClear,
}: {
  values: Record<Name, string>;
  onChange: (changes: Partial<Record<Name, string>>) => void;
  onClear: () => void;
}) {
  const today = useToday() ?? "";
  const field = (name: Name) => ({
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  // A code from the address is listed, so that it can be seen and taken back.
  const codes = CODES.some(({ value }) => value === values.code)
    ? CODES
    : [...CODES, { value: values.code, title: values.code }];
  return (
    <search className="mb-5 flex flex-col gap-3" aria-label="Deliveries">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <FilterSelect label="Event" options={KINDS} {...field("kind")} />
        <FilterSelect label="State" options={STATES} {...field("state")} />
        <FilterSelect label="Response" options={codes} {...field("code")} />
        <DateSelect
          range={{ start: values.from, end: values.to }}
          onChange={({ start, end }) => onChange({ from: start, to: end })}
        />
        <FilterField label="From" type="date" {...field("from")} />
        <FilterField label="To" type="date" {...field("to")} />
      </div>
      <FilterBar chips={chipsOf(values, today, onChange)} onClear={onClear} />
    </search>
  );
}

type Change = (changes: Partial<Record<Name, string>>) => void;

/** The filters that are on, in words. */
function chipsOf(values: Record<Name, string>, today: string, onChange: Change): FilterChip[] {
  const { from: start, to: end } = values;
  const named = { kind: KINDS, state: STATES, code: CODES };
  const chips = (["kind", "state", "code"] as const).flatMap((name) => {
    const value = values[name];
    const title = named[name].find((option) => option.value === value)?.title ?? value;
    return value === "" ? [] : [{ name, title, onRemove: () => onChange({ [name]: "" }) }];
  });
  if (start === "" && end === "") return chips;
  const title = `Dates: ${rangeTitle({ start, end }, today)}`;
  return [...chips, { name: "dates", title, onRemove: () => onChange({ from: "", to: "" }) }];
}
