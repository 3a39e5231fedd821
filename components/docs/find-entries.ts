/** A searchable passage of the documentation and its address. */
export type SearchEntry = {
  /** The guide, operation or list that contains the entry. */
  page: string;
  title: string;
  /** A path with an anchor. */
  href: string;
  /** Text that is searched too. Results show the beginning of it. */
  text: string;
};

/** The maximum length of a search text, in characters. */
export const MAX_SEARCH_LENGTH = 80;

/** The maximum number of results shown. */
const MAX_RESULTS = 20;

/**
 * Returns the entries that contain every word of a text. Entries whose title begins with the text come first,
 * then entries whose title contains it.
 */
export function findEntries(entries: readonly SearchEntry[], text: string): readonly SearchEntry[] {
  const wanted = text.slice(0, MAX_SEARCH_LENGTH).trim().toLowerCase();
  if (wanted === "") return [];
  const words = wanted.split(/\s+/);
  const ranked: SearchEntry[][] = [[], [], [], []];
  for (const entry of entries) {
    const title = entry.title.toLowerCase();
    const all = `${title} ${entry.page.toLowerCase()} ${entry.text.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) continue;
    const rank = title.startsWith(wanted)
      ? 0
      : title.includes(wanted)
        ? 1
        : words.every((word) => title.includes(word))
          ? 2
          : 3;
    ranked[rank]?.push(entry);
  }
  return ranked.flat().slice(0, MAX_RESULTS);
}
