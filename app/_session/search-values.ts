/** A page's query string, as Next passes it. */
export type PageSearch = Promise<Record<string, string | string[] | undefined>>;

/** Returns the page number in an address, for lists with numbered pages. */
export async function pageNumber(search: PageSearch): Promise<{ page: string }> {
  const { page } = await searchValues(search, ["page"]);
  return { page: page || "1" };
}

/**
 * Returns some parameters of a page's query string, as the browser's own `get` does.
 * @returns one text for each name: the first of several values, or an empty text.
 */
export async function searchValues<Name extends string>(
  search: PageSearch,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const values = await search;
  const first = (name: Name) => [values[name] ?? ""].flat()[0] ?? "";
  return Object.fromEntries(names.map((name) => [name, first(name)])) as Record<Name, string>;
}
