/** Which rows of a list are chosen, by their keys, and how that changes. */
export type Selection<Row> = {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Whether there is something to do with a row. */
  isSelectable: (row: Row) => boolean;
  /** What a row is called. */
  nameOf: (row: Row) => string;
};

/** The chosen keys with one more, or without it. */
export function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** All of some keys, or none where all are chosen already. */
export function toggledAll(chosen: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  return keys.every((key) => chosen.has(key)) ? new Set() : new Set(keys);
}
