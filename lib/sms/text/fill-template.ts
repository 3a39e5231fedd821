const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/**
 * Replaces each `{{name}}` of a template by its value (rules: storefront texts). A name without a value leaves
 * neither text nor a double space. A value is never read as a template. Never throws.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template
    .replace(PLACEHOLDER, (_, name: string) => valueFor(values, name.trim()))
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ +([,.!?:;])/g, "$1")
    .trim();
}

function valueFor(values: Readonly<Record<string, string | undefined>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? "") : "";
}

/** Returns the names in a template that are not in `known`: each once, with the template's spelling. Never throws. */
export function unknownNames(template: string, known: readonly string[]): string[] {
  const named = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim());
  return [...new Set(named)].filter((name) => !known.includes(name));
}

/** A place for a value: `{{name}}`, or `{{name|there}}` with a fallback for a missing value. */
export type Placeholder = { name: string; fallback: string | null };

/** Returns the pieces of a template: unchanged texts, and places for values (rules: merge fields). Never throws. */
export function templatePieces(template: string): (string | Placeholder)[] {
  const pieces: (string | Placeholder)[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    if (match.index > end) pieces.push(template.slice(end, match.index));
    const [name = "", ...fallback] = (match[1] ?? "").split("|");
    pieces.push({ name: name.trim(), fallback: fallback.length > 0 ? fallback.join("|").trim() : null });
    end = match.index + match[0].length;
  }
  if (end < template.length) pieces.push(template.slice(end));
  return pieces;
}

/** Returns the key of a field's name: names that differ only in capitals mean one field (rules: merge fields). */
export function fieldKey(name: string): string {
  return name.trim().toLowerCase();
}
