/** Files of `public` whose names end like paths of the API; a test holds them against the folder. */
const PUBLISHED: ReadonlySet<string> = new Set(["/samples/verify.php"]);

/** Returns whether a path, in percent-encoding, is that of a published file. A slash at its end names a folder. */
export function isPublishedFile(path: string): boolean {
  try {
    return PUBLISHED.has(decodeURIComponent(path));
  } catch {
    return false;
  }
}
