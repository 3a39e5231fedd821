/**
 * Classes of SQLSTATE after which a statement is rolled back. 22 is invalid data, 23 a violated constraint, 40 a
 * conflict with another transaction, such as a deadlock.
 */
const UNDONE = /^(22|23|40)/;

/** The code of class 40 after which it is unknown whether the statement was rolled back. */
const UNKNOWN = "40003";

/** Returns whether a failed statement was certainly rolled back, so that its parts may be tried again. */
export function isRefusedByDatabase(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && code.length === 5 && code !== UNKNOWN && UNDONE.test(code);
}
