/** Returns a typed limit without commas between thousands, as in a request; undefined for no limit. */
export function limitOf(amount: string | undefined): string | undefined {
  return amount?.replace(/[\s$]|,(?=\d{3}(?!\d))/g, "") || undefined;
}
