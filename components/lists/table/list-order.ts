/**
 * The server's order of the rows: a name, with a minus if descending. Empty means the server's default, which
 * `usual` names if a column shows it.
 */
export type ListOrder = { value: string; onChange: (next: string) => void; usual?: string };

/** The usual order of a list by time: the newest first. */
export const NEWEST_FIRST = "-time";

type Order = Pick<ListOrder, "value" | "usual">;

/** Returns the direction of a list's order by a name, or false if the list has another order. */
export function directionOf({ value, usual = "" }: Order, name: string): "asc" | "desc" | false {
  const order = value || usual;
  if (order === name) return "asc";
  return order === `-${name}` ? "desc" : false;
}

/**
 * Returns the next order by a name: ascending, descending, then the server's default. The default order is an
 * empty text.
 */
export function nextOrder({ value, usual = "" }: Order, name: string): string {
  const direction = directionOf({ value, usual }, name);
  const next =
    direction === false ? name : direction === "asc" ? `-${name}` : usual === `-${name}` ? name : "";
  return next === usual ? "" : next;
}
