import { DATE_PRESETS, type DatePreset, presetOf, presetRange } from "@/components/lists/date-presets";

/** Filters under a name. `query` is as `keptQuery` makes it. */
export type SavedView = { name: string; query: string };

/** How many views a list has at most. */
export const MAX_VIEWS = 12;

export const MAX_VIEW_NAME_LENGTH = 40;

const MAX_QUERY_LENGTH = 1_000;

/** The names that ranges of dates have in addresses. */
const RANGES = [
  { start: "start", end: "end" },
  { start: "from", end: "to" },
];

/**
 * What a view keeps of an address: the filters of its list. A range with a name, such as the last 7 days, is kept by
 * that name in the place of its first day, since it moves on with the days.
 * @param names the list's filters. Another list of the page may have some of its own.
 * @param today New Zealand's date.
 * @returns an empty text where nothing is filtered.
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

/** The query of an address from what a view keeps: a range that has a name has the dates of today. */
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

/** The views that a browser has kept. What is no view, or too large for one, is left out. Never throws. */
export function readViews(text: string | null): readonly SavedView[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

/** The views with one more, which replaces that of the same name. */
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
