/** Something that the documentation says, and where. */
export type SearchEntry = {
  /** The guide, operation or list that it is a part of. */
  page: string;
  title: string;
  /** A path with an anchor. */
  href: string;
  /** What is found too, and shown in part. */
  text: string;
};

/** The longest text that is searched for. */
export const MAX_SEARCH_LENGTH = 80;

/** How many results are shown. */
const MAX_RESULTS = 20;

/** The entries that contain all words of a text: first those whose title begins with it, then those whose title has it. */
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
