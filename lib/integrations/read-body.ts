import { GatewayError } from "@/lib/errors";

/** The fields of a body by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Deepest nesting that is read, and most pairs of a form: what callers send may be large, but not endless. */
const MOST_DEPTH = 100;
const MOST_PAIRS = 5_000;

/**
 * Reads the body of a call: JSON, whatever it is called, or a form. Callers send many more fields than are looked at,
 * so that nothing is said about those.
 * @throws GatewayError `invalid_request` for what is neither.
 */
export function readFields(bytes: Uint8Array, contentType: string | null): Fields {
  const text = decode(bytes).trim();
  if (text === "") return {};
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? "");
  if (isForm && !text.startsWith("{")) return readForm(text);
  return readJson(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid UTF-8.");
  }
}

function readForm(text: string): Fields {
  const fields: Record<string, unknown> = Object.create(null);
  if (text.split("&", MOST_PAIRS + 1).length > MOST_PAIRS)
    throw new GatewayError("invalid_request", "The form has too many fields.");
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

function readJson(text: string): Fields {
  if (isTooDeep(text))
    throw new GatewayError("invalid_request", "The JSON request body is nested too deeply.");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid JSON.");
  }
  if (!isFields(parsed))
    throw new GatewayError("invalid_request", "The JSON request body must be an object.");
  return parsed;
}

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where in a body something stands: names of objects, places in lists. */
export type Path = readonly (string | number)[];

/** The first value at one of some paths that says something; undefined where there is none. */
export function firstAt(body: Fields, paths: readonly Path[]): unknown {
  for (const path of paths) {
    const value = path.reduce<unknown>(
      (at, name) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, name) ? at[name as never] : undefined,
      body,
    );
    if (value !== undefined && !isEmpty(value)) return value;
  }
  return undefined;
}

/** Whether a value says nothing. */
export function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}

/** A parser can be kept busy for seconds by brackets alone: they are counted first. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (inText) {
      if (character === 0x5c) at++;
      else if (character === 0x22) inText = false;
    } else if (character === 0x22) inText = true;
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > MOST_DEPTH) return true;
    } else if (character === 0x7d || character === 0x5d) depth--;
  }
  return false;
}
