/** A number as people here read it: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** So many things by their name: `1 part`, `1,234 parts`. Only names with a plural in -s. */
export function countOf(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? "" : "s"}`;
}
