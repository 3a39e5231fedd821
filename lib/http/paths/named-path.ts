/** Returns a path as files are named, without a slash at its end. A path that is not UTF-8 stays as it is. */
export function namedPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/(?<=.)\/$/, "");
  } catch {
    return path;
  }
}
