/** The order that the server lists rows in: a name, with a minus for downwards. Empty: its own. */
export type ListOrder = { value: string; onChange: (next: string) => void };

/** Which way a list is ordered by a name. */
export function directionOf(value: string, name: string): "asc" | "desc" | false {
  if (value === name) return "asc";
  return value === `-${name}` ? "desc" : false;
}

/** The order after this one, by the same name: upwards, downwards, the server's own. */
export function nextOrder(value: string, name: string): string {
  const direction = directionOf(value, name);
  if (direction === false) return name;
  return direction === "asc" ? `-${name}` : "";
}
