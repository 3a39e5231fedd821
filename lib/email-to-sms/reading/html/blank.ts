/** A character that its reader sees. Spaces, format characters and characters that look like a space are excluded. */
const SEEN = /[^\s\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a line shows no character. Spaces and invisible characters may be in it. */
export function isBlank(line: string): boolean {
  return line === "" || !SEEN.test(line);
}
