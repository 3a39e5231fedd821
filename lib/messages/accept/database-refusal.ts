/**
 * Classes of SQLSTATE that are about what a statement holds, data that cannot be (22) and constraints (23), or about
 * others at work beside it (40: a dead-lock, a serialisation).
 */
const UNDONE = /^(22|23|40)/;

/** The one of class 40 that says nothing about whether the statement was undone. */
const UNKNOWN = "40003";

/** Whether a statement failed in a way that it was undone for certain: it may be tried again in parts. */
export function isRefusedByDatabase(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && code.length === 5 && code !== UNKNOWN && UNDONE.test(code);
}
