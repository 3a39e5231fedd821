/** Returns a network's text without characters that PostgreSQL refuses: one odd reference must not fail a batch. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
