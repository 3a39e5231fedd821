/** A path as files are named, without a slash at its end; one that is no UTF-8 stays as it is. */
export function namedPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/(?<=.)\/$/, "");
  } catch {
    return path;
  }
}
