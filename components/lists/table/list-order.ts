/**
 * The order that the server lists rows in: a name, with a minus for downwards. Empty: its own, which `usual` names where a
 * column shows it.
 */
export type ListOrder = { value: string; onChange: (next: string) => void; usual?: string };

/** The usual order of a list that is read by time: the newest first. */
export const NEWEST_FIRST = "-time";

type Order = Pick<ListOrder, "value" | "usual">;

/** Which way a list is ordered by a name. */
export function directionOf({ value, usual = "" }: Order, name: string): "asc" | "desc" | false {
  const order = value || usual;
  if (order === name) return "asc";
  return order === `-${name}` ? "desc" : false;
}

/** The order after this one, by the same name: upwards, downwards, the server's own. The usual one is not named. */
export function nextOrder({ value, usual = "" }: Order, name: string): string {
  const direction = directionOf({ value, usual }, name);
  const next =
    direction === false ? name : direction === "asc" ? `-${name}` : usual === `-${name}` ? name : "";
  return next === usual ? "" : next;
}
