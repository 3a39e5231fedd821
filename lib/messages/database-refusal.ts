/** Classes of SQLSTATE that are about what a statement holds: data that cannot be (22), constraints (23). */
const ABOUT_DATA = /^(22|23)/;

/** Whether a statement failed for what it holds, and so was undone for certain: it may be tried again in parts. */
export function isRefusedByDatabase(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && code.length === 5 && ABOUT_DATA.test(code);
}
