/** Files of `public` whose names end like paths of the API. A test compares them with the folder. */
const PUBLISHED: ReadonlySet<string> = new Set(["/samples/verify.php"]);

/** Returns whether a percent-encoded path names a published file. A slash at its end names a folder. */
export function isPublishedFile(path: string): boolean {
  try {
    return PUBLISHED.has(decodeURIComponent(path));
  } catch {
    return false;
  }
}
