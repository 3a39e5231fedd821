/** Formats an integer with a comma between each three digits. */
export function formatInteger(value: number): string {
  return value.toLocaleString("en-NZ");
}
