/** A character that its reader sees: no space, no format character, and none of those that look like a space. */
const SEEN = /[^\s\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a line shows nothing, whatever spaces and invisible characters it has. */
export function isBlank(line: string): boolean {
  return line === "" || !SEEN.test(line);
}
