/** The media types that a request's body may have. */
export const FORM = "application/x-www-form-urlencoded";
export const JSON_TYPE = "application/json";

/** Types that programs write on JSON because of their defaults. */
const DEFAULT_TYPES = new Set(["", "*/*", "text/plain", "application/octet-stream"]);

/** Returns the type of a `Content-Type` without its attributes, in lower case. */
export function typeOf(contentType: string | null): string {
  return (contentType ?? "").toLowerCase().split(";", 1)[0]?.trim() ?? "";
}

/** Returns the charset of a `Content-Type` in lower case; undefined if it has none. */
export function charsetOf(contentType: string | null): string | undefined {
  const [, ...attributes] = (contentType ?? "").toLowerCase().split(";");
  const pairs = attributes.map((attribute) => attribute.split("=", 2).map((side) => side.trim()));
  const [, given = ""] = pairs.find(([name]) => name === "charset") ?? [];
  const isQuoted = given.length > 1 && given.startsWith('"') && given.endsWith('"');
  return (isQuoted ? given.slice(1, -1) : given) || undefined;
}

/** Returns true if text in a charset is UTF-8. A missing charset means UTF-8. */
export function isUtf8(charset: string | undefined): boolean {
  return charset === undefined || ["utf-8", "utf8", "us-ascii"].includes(charset);
}

/** Returns true for types that programs often write on JSON: a default, a variant of JSON's name, or a word that is no type. */
export function isOftenJson(type: string): boolean {
  return DEFAULT_TYPES.has(type) || type.includes("json") || !type.includes("/");
}

/**
 * Returns true if a body that is called a form is a JSON object. Programs encode `{"` in a form as `%7B%22`, so no real form
 * begins with these characters.
 */
export function isJsonInForm(body: string): boolean {
  return /^\s*\{\s*(?:"|\}\s*$)/.test(body);
}

/** Returns true if a text begins like a JSON object. */
export function beginsAsObject(body: string): boolean {
  return /^\s*\{/.test(body);
}
