import { type DateRange, rangeTitle } from "@/components/lists/date-presets";

/** An active filter in words. */
export type FilterChip = { name: string; title: string; onRemove: () => void };

type Values<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Returns the chips of a list's active filters.
 * @param titles formats the value of each filter, in the order of the chips. A filter without a title has no
 * chip.
 * @param set changes filters; an empty text removes a filter.
 */
export function filterChips<Name extends string>(
  values: Values<Name>,
  titles: Partial<Record<Name, (value: string) => string>>,
  set: (changes: Partial<Record<Name, string>>) => void,
): FilterChip[] {
  return (Object.keys(titles) as Name[]).flatMap((name) => {
    const title = values[name] === "" ? undefined : titles[name]?.(values[name]);
    const onRemove = () => set({ [name]: "" } as Partial<Record<Name, string>>);
    return title === undefined ? [] : [{ name, title, onRemove }];
  });
}

/** Returns the chip of a range of dates, or an empty list for no range. */
export function dateChip(range: DateRange, today: string, onRemove: () => void): FilterChip[] {
  if (range.start === "" && range.end === "") return [];
  return [{ name: "dates", title: `Dates: ${rangeTitle(range, today)}`, onRemove }];
}

/**
 * Formats a value as `Status: Delivered`, with the title of its option. A value without an option is
 * unchanged.
 */
export function chosenAs(name: string, options: readonly { value: string; title: string }[] = []) {
  return (value: string) => `${name}: ${options.find((option) => option.value === value)?.title ?? value}`;
}
