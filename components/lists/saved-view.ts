/** Filters under a name. `query` is the address's, without the page. */
export type SavedView = { name: string; query: string };

/** How many views a list has at most. */
export const MAX_VIEWS = 12;

export const MAX_VIEW_NAME_LENGTH = 40;

const MAX_QUERY_LENGTH = 1_000;

/** What in an address says where a page of the list begins. */
const PLACES = ["page", "before", "after"];

/** The query of an address without the page. Empty where nothing is filtered. */
export function viewOf(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const name of PLACES) parameters.delete(name);
  return parameters.toString();
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
