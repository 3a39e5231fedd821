/**
 * The first key that the outermost object of a JSON text has twice, or null. `JSON.parse` keeps the last of them
 * in silence, so that one of two recipients would be lost. The text must already have been parsed without error.
 */
export function repeatedKey(json: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && isKey(json, end)) {
        const key = JSON.parse(json.slice(at, end)) as string;
        if (seen.has(key)) return key;
        seen.add(key);
      }
      at = end - 1;
    }
  }
  return null;
}

/** The index behind the closing quote of the string that opens at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** Whether the string that ends before `at` is a key: the next thing is a colon. */
function isKey(json: string, at: number): boolean {
  while (/\s/.test(json[at] ?? "x")) at++;
  return json[at] === ":";
}
