import { DELIVERY_STATE, KIND, type Kind } from "@/app/(members)/webhooks/_components/words";
import { DateFilters, FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, dateChip, filterChips } from "@/components/lists/filter-chips";
import { FilterSelect } from "@/components/lists/filter-field";
import { useToday } from "@/components/ui/today";

type Name = "kind" | "endpoint" | "state" | "code" | "from" | "to";

const any = { value: "", title: "Any" };
/** The two endpoints of the API. */
export const KINDS = (["inbound", "report"] as const).map((value) => ({ value, title: KIND[value].title }));
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

const CHIPS = {
  kind: chosenAs("Endpoint", KINDS),
  state: chosenAs("State", STATES),
  code: chosenAs("Response", CODES),
};

/** Parses an endpoint filter: one of the two endpoints by kind, a further one by ID; empty for any. */
export function chosenEndpoint(value: string): { kind: Kind | ""; endpoint: string } {
  const kind = KINDS.find((each) => each.value === value)?.value;
  return kind ? { kind, endpoint: "" } : { kind: "", endpoint: value };
}

/** Draws the filters of the deliveries. */
export function DeliveryFilters({
  values,
  endpoints,
  onChange,
  onClear,
}: {
  values: Record<Name, string>;
  /** The further endpoints. */
  endpoints: readonly { id: string; name: string }[];
  onChange: (changes: Partial<Record<Name, string>>) => void;
  onClear: () => void;
}) {
  const today = useToday() ?? "";
  const range = { start: values.from, end: values.to };
  const field = (name: Name) => ({
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  // An endpoint from the address that does not exist, or is not loaded yet, can be cleared too.
  const known = endpoints.map(({ id, name }) => ({ value: id, title: name }));
  const further =
    values.endpoint === "" || known.some(({ value }) => value === values.endpoint)
      ? known
      : [...known, { value: values.endpoint, title: "Another endpoint" }];
  // A code from the address is added to the options, so that the reader can see and clear it.
  const codes = CODES.some(({ value }) => value === values.code)
    ? CODES
    : [...CODES, { value: values.code, title: values.code }];
  return (
    <search className="mb-5 flex flex-col gap-3" aria-label="Deliveries">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <FilterSelect
          label="Endpoint"
          options={[any, ...KINDS, ...further]}
          value={values.endpoint || values.kind}
          onChange={(value) => onChange(chosenEndpoint(value))}
        />
        <FilterSelect label="State" options={STATES} {...field("state")} />
        <FilterSelect label="Response" options={codes} {...field("code")} />
        <DateFilters
          range={range}
          onChange={({ start, end }) =>
            onChange({
              ...(start === undefined ? {} : { from: start }),
              ...(end === undefined ? {} : { to: end }),
            })
          }
        />
      </div>
      <FilterBar
        chips={[
          ...filterChips(values, { ...CHIPS, endpoint: chosenAs("Endpoint", further) }, onChange),
          ...dateChip(range, today, () => onChange({ from: "", to: "" })),
        ]}
        onClear={onClear}
      />
    </search>
  );
}
