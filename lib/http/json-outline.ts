/** What of a JSON text can be seen without parsing it. */
export type JsonOutline = {
  /** How deep its objects and arrays are nested, up to one more than was asked for. */
  depth: number;
  /** How many keys the outermost object has, up to one more than was asked for. */
  keys: number;
  /** The first of them that is there twice. `JSON.parse` would keep the last in silence. */
  repeated: string | null;
};

/**
 * Looks over a JSON text before it is parsed, once and in proportion to its length, since a parser can be kept busy
 * for seconds by a body that is nothing but brackets. What is not JSON gives an outline too: the parser will say so.
 */
export function outlineJson(json: string, most: { depth: number; keys: number }): JsonOutline {
  const seen = new Set<string>();
  const outline: JsonOutline = { depth: 0, keys: 0, repeated: null };
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === "{" || character === "[") {
      outline.depth = Math.max(outline.depth, ++depth);
      if (outline.depth > most.depth) return outline;
    } else if (character === "}" || character === "]") depth--;
    else if (character === '"') {
      const end = endOfString(json, at);
      const key = depth === 1 && isKey(json, end) ? readString(json.slice(at, end)) : null;
      if (key !== null) {
        if (seen.has(key)) outline.repeated ??= key;
        seen.add(key);
        if (++outline.keys > most.keys) return outline;
      }
      at = end - 1;
    }
  }
  return outline;
}

/** The index behind the closing quote of the string that opens at `start`; the text's end where it never closes. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
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

function readString(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
