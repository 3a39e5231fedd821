import { ClearFilters, FilterField, FilterSelect } from "@/components/lists/filter-field";

type Name = "kind" | "state" | "code" | "from" | "to";

const any = { value: "", title: "Any" };
const KINDS = [any, { value: "inbound", title: "Replies" }, { value: "report", title: "Delivery reports" }];
const STATES = [
  any,
  { value: "failed", title: "Failed" },
  { value: "pending", title: "On its way" },
  { value: "kept", title: "Kept" },
  { value: "delivered", title: "Arrived" },
];
const CODES = [
  any,
  { value: "2xx", title: "2xx, taken" },
  { value: "3xx", title: "3xx, redirects" },
  { value: "4xx", title: "4xx, refused" },
  { value: "404", title: "404, not found" },
  { value: "5xx", title: "5xx, broken" },
  { value: "none", title: "No answer" },
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
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-5">
        <FilterSelect label="Event" options={KINDS} {...field("kind")} />
        <FilterSelect label="State" options={STATES} {...field("state")} />
        <div className="col-span-2 sm:col-span-1">
          <FilterSelect label="Answer" options={codes} {...field("code")} />
        </div>
        <FilterField label="From day" type="date" {...field("from")} />
        <FilterField label="To day" type="date" {...field("to")} />
      </div>
      <ClearFilters isFiltered={Object.values(values).some(Boolean)} onClear={onClear} />
    </search>
  );
}
