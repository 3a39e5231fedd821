import { useMemo } from "react";
import { useKeptText } from "@/components/lists/table/kept-in-browser";

/**
 * Returns the titles of the columns that this browser hides in a list.
 * @param name null if no column can be hidden.
 */
export function useHiddenColumns(
  list: string | null,
): [hidden: string[], setHidden: (titles: string[]) => void] {
  const [text, keep] = useKeptText(list === null ? null : `columns:${list}`);
  const hidden = useMemo(() => readTitles(text), [text]);
  return [hidden, (titles) => keep(JSON.stringify(titles))];
}

/** Returns the texts of a JSON array, or an empty list for anything else. */
function readTitles(text: string | null): string[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter((title) => typeof title === "string") : [];
  } catch {
    return [];
  }
}
