import { DATE_PRESETS, type DatePreset, presetOf, presetRange } from "@/components/lists/date-presets";

/** Filters under a name. `keptQuery` returns the `query`. */
export type SavedView = { name: string; query: string };

/** The maximum number of views for a list. */
export const MAX_VIEWS = 12;

export const MAX_VIEW_NAME_LENGTH = 40;

const MAX_QUERY_LENGTH = 1_000;

/** The parameter names of date ranges in addresses. */
const RANGES = [
  { start: "start", end: "end" },
  { start: "from", end: "to" },
];

/**
 * Returns the filters of an address that a view keeps. A named range, such as the last 7 days, is kept by its
 * name in the parameter of its first day, because its dates change every day.
 * @param names the list's filters. Another list on the page may have filters of its own.
 * @param today New Zealand's date.
 * @returns an empty text if no filter is active.
 */
export function keptQuery(query: string, names: readonly string[], today: string): string {
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams(
    [...given].filter(([name, value]) => names.includes(name) && value !== ""),
  );
  for (const { start, end } of RANGES) {
    const preset = presetOf({ start: kept.get(start) ?? "", end: kept.get(end) ?? "" }, today);
    if (preset === "" || preset === "custom") continue;
    kept.set(start, preset);
    kept.delete(end);
  }
  return kept.toString();
}

/** Returns the query of an address for a kept view. A named range gets the dates of today. */
export function openedQuery(kept: string, today: string): string {
  const opened = new URLSearchParams(kept);
  for (const { start, end } of RANGES) {
    const preset = opened.get(start);
    if (!isPreset(preset)) continue;
    const range = presetRange(preset, today);
    opened.set(start, range.start);
    if (range.end !== "") opened.set(end, range.end);
  }
  return opened.toString();
}

function isPreset(value: string | null): value is DatePreset {
  return DATE_PRESETS.some((preset) => preset.value === value);
}

/**
 * Returns the views that a browser has kept. It omits entries that are not views or are too large. Never
 * throws.
 */
export function readViews(text: string | null): readonly SavedView[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

/** Returns the views with one more, which replaces a view of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS);
}

function isView(view: unknown): view is SavedView {
  const { name, query } = (view ?? {}) as Partial<SavedView>;
  return (
    typeof name === "string" &&
    typeof query === "string" &&
    name.length <= MAX_VIEW_NAME_LENGTH &&
    query.length <= MAX_QUERY_LENGTH
  );
}
