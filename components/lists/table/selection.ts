/** The keys of the selected rows of a list, and the functions that change them. */
export type Selection<Row> = {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Returns true if an action applies to a row. */
  isSelectable: (row: Row) => boolean;
  /** Returns the name of a row. */
  nameOf: (row: Row) => string;
};

/** Returns the selected keys with one key added or removed. */
export function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Returns all of some keys, or no keys if all are selected already. */
export function toggledAll(chosen: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  return keys.every((key) => chosen.has(key)) ? new Set() : new Set(keys);
}
