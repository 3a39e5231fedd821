/**
 * The present instant. Endpoint wrappers and job loops ask once and pass it on as `now`;
 * operations never ask for themselves, so that a test gives any instant it likes.
 */
export function now(): Date {
  return new Date();
}
