import { GatewayError } from "@/lib/errors";
import { decodeUtf8, decodeUtf8Start } from "@/lib/parsing/decode-utf8";
import { formPairs } from "@/lib/parsing/form-pairs";
import { readJson, readJsonStart } from "@/lib/parsing/read-json";
import { inTurn } from "@/lib/parsing/turns";

/** The fields of a body by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** The most fields of a form, and the limits of a JSON body: callers may send large bodies. */
const MAX_PAIRS = 5_000;
const JSON_LIMITS = { depth: 100, outerKeys: 5_000, values: 50_000, keys: 20_000 };

/**
 * Reads the body of a call: JSON under any content type, or a form. Callers send many more fields than are read, so
 * unknown ones are ignored.
 * @throws GatewayError `invalid_request` for a body that is neither.
 */
export function readFields(bytes: Uint8Array, contentType: string | null): Promise<Fields> {
  return inTurn(bytes.length, () => read(bytes, contentType));
}

/**
 * Reads some fields of a JSON body whose end has not arrived yet.
 * @returns the fields that are complete.
 * @throws GatewayError `invalid_request` for anything but a JSON object, `invalid_parameter` for a repeated field.
 */
export async function readStartFields(start: Uint8Array, names: readonly string[]): Promise<Fields> {
  const read = () => readJsonStart(decodeUtf8Start(start), names, JSON_LIMITS);
  const { fields, repeated } = await inTurn(start.length, read);
  if (repeated === null || !names.includes(repeated)) return fields;
  throw new GatewayError("invalid_parameter", `Parameter '${repeated}' is given more than once.`);
}

async function read(bytes: Uint8Array, contentType: string | null): Promise<Fields> {
  const text = (await decodeUtf8(bytes)).trim();
  if (text === "") return {};
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? "");
  if (isForm && !text.startsWith("{")) return readForm(text);
  return (await readJson(text, JSON_LIMITS)).fields;
}

function readForm(text: string): Fields {
  const fields: Record<string, unknown> = Object.create(null);
  const pairs = formPairs(text, MAX_PAIRS, "replace");
  if (pairs === null) throw new GatewayError("invalid_request", "The form has too many fields.");
  for (const { name, value } of pairs) fields[name ?? ""] ??= value;
  return fields;
}

/** Returns whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A position in a body: names of objects and indexes of lists. */
export type Path = readonly (string | number)[];

/** Returns the value at a path; undefined if there is none. */
export function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, name) ? at[name as never] : undefined,
    body,
  );
}

/** Returns whether a value is null or blank. */
export function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}
