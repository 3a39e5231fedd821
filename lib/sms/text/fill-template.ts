const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/**
 * Puts values where a template names them as `{{name}}` (rules: storefront texts). A name without a value
 * leaves nothing behind, nor two spaces. A value is never read as a template. Never throws.
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

/** The names in a template that are not in `known`, each once, as they are written. Never throws. */
export function unknownNames(template: string, known: readonly string[]): string[] {
  const named = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim());
  return [...new Set(named)].filter((name) => !known.includes(name));
}
