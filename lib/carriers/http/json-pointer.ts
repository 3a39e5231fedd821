/**
 * Returns the text or the number at a JSON pointer (RFC 6901), as text; null if there is none. Booleans,
 * objects and lists count as none.
 */
export function textAt(value: unknown, pointer: string): string | null {
  let found = value;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return null;
    found = (found as Record<string, unknown>)[name];
  }
  if (typeof found === "number") return String(found);
  return typeof found === "string" ? found : null;
}
