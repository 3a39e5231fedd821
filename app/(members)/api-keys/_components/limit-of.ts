/** A limit as it was typed, without commas between thousands, as a request has it; undefined for none. */
export function limitOf(amount: string | undefined): string | undefined {
  return amount?.replace(/[\s$]|,(?=\d{3}(?!\d))/g, "") || undefined;
}
