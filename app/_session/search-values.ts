/** A page's query string as Next gives it. */
export type PageSearch = Promise<Record<string, string | string[] | undefined>>;

/** The page of a list that an address asks for, as lists that go by pages ask for it. */
export async function pageNumber(search: PageSearch): Promise<{ page: string }> {
  const { page } = await searchValues(search, ["page"]);
  return { page: page || "1" };
}

/**
 * The values of some parameters of a page's query string, as the browser's own `get` reads them.
 * @returns one text for each name: the first where there are several, empty where there is none.
 */
export async function searchValues<Name extends string>(
  search: PageSearch,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const values = await search;
  const first = (name: Name) => [values[name] ?? ""].flat()[0] ?? "";
  return Object.fromEntries(names.map((name) => [name, first(name)])) as Record<Name, string>;
}
