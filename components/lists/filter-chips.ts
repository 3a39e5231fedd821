import { type DateRange, rangeTitle } from "@/components/lists/date-presets";

/** A filter that is on, in words. */
export type FilterChip = { name: string; title: string; onRemove: () => void };

type Values<Name extends string> = Readonly<Record<Name, string>>;

/**
 * The filters of a list that are on, in words.
 * @param titles says a filter's value in words, in the order of the chips. A name without one has no chip.
 * @param set changes filters; an empty text takes one away.
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

/** The chip of a range of dates; none for no range. */
export function dateChip(range: DateRange, today: string, onRemove: () => void): FilterChip[] {
  if (range.start === "" && range.end === "") return [];
  return [{ name: "dates", title: `Dates: ${rangeTitle(range, today)}`, onRemove }];
}

/** Says a value as `Status: Delivered`, by the title that a choice has for it; one it has not as it is. */
export function chosenAs(name: string, options: readonly { value: string; title: string }[] = []) {
  return (value: string) => `${name}: ${options.find((option) => option.value === value)?.title ?? value}`;
}
