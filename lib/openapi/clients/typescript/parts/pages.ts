/** Yields the entries of a list, page after page. */
export async function* everyEntry<Entry>(
  read: (page: number) => Promise<object>,
  name: string,
  first: number,
): AsyncGenerator<Entry, void, undefined> {
  for (let page = first; ; page++) {
    const response = (await read(page)) as Record<string, unknown>;
    const { pagination } = response as { pagination?: { hasNextPage: boolean } };
    if (pagination === undefined) throw new TypeError("The response to this request has no pages.");
    yield* response[name] as Entry[];
    if (!pagination.hasNextPage) return;
  }
}
