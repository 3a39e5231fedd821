/** A scheme, an authority with or without user information, and the rest (RFC 9112, absolute-form). */
const ABSOLUTE = /^https?:\/\/(?:[^/?#@\\]*@)?([^/?#\\]*)/i;

/** The target of a request: a path with its query string, and the host if the target itself names one. */
export type RequestTarget = { target: string; host: string | null };

/**
 * Reads the target of a request's first line as the path that it means (rules: request targets). The host of an
 * absolute-form is removed, and repeated slashes and backslashes become one slash. Other servers would redirect, and
 * repeat the query with its credentials.
 */
export function readTarget(target: string): RequestTarget {
  const absolute = ABSOLUTE.exec(target);
  const rest = absolute ? target.slice(absolute[0].length) : target;
  const query = rest.indexOf("?");
  const path = query < 0 ? rest : rest.slice(0, query);
  const after = query < 0 ? "" : rest.slice(query);
  // Only OPTIONS may have the target `*`, and only a path begins without a slash.
  const from = path === "*" || /^[/\\]/.test(path) ? path : `/${path}`;
  return { target: from.replace(/[/\\]+/g, "/") + after, host: absolute?.[1] || null };
}
