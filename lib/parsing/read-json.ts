import { GatewayError } from "@/lib/errors";
import {
  exceeded,
  type JsonLimits,
  type JsonOutline,
  outlineJson,
  valueTextAt,
} from "@/lib/parsing/json-outline";

/** The fields of a JSON object, and its first repeated key. */
export type JsonObject = { fields: Readonly<Record<string, unknown>>; repeated: string | null };

/**
 * Reads a JSON text that is an object. It checks the limits before it parses the text.
 * @throws GatewayError `invalid_request`.
 */
export async function readJson(json: string, most: JsonLimits): Promise<JsonObject> {
  const outline = await outlineJson(json, most);
  refuseExceeded(outline, most);
  const parsed = parse(json);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw notAnObject();
  return { fields: parsed as JsonObject["fields"], repeated: outline.repeated };
}

/**
 * Reads some fields of a JSON object whose end has not arrived yet, within the same limits. It omits a field with an
 * incomplete value. It reads an object or a list as an empty one, since credentials are texts.
 * @throws GatewayError `invalid_request`.
 */
export async function readJsonStart(
  json: string,
  names: readonly string[],
  most: JsonLimits,
): Promise<JsonObject> {
  const outline = await outlineJson(json, most);
  refuseExceeded(outline, most);
  if (!/^\s*\{/.test(json)) throw notAnObject();
  const found = names.flatMap((name): [string, unknown][] => {
    const at = outline.outerValues.get(name);
    const text = at === undefined ? null : valueTextAt(json, at);
    if (text === null) return [];
    return [[name, text === "{" || text === "[" ? {} : parse(text)]];
  });
  return { fields: Object.fromEntries(found), repeated: outline.repeated };
}

/**
 * Returns the refusal of a larger body whose first bytes lack credentials.
 * @param otherPlaces other places for credentials, such as `, in the query string or in a header`.
 */
export function startLacks(bytes: number, credentials: string, otherPlaces = ""): GatewayError {
  return new GatewayError(
    "body_too_large",
    `The request body is larger than ${bytes} bytes, and the first ${bytes} have no complete ${credentials}. Put the credentials first in the JSON body${otherPlaces}.`,
  );
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid JSON.");
  }
}

function notAnObject(): GatewayError {
  return new GatewayError("invalid_request", "The JSON request body must be an object.");
}

function refuseExceeded(outline: JsonOutline, most: JsonLimits): void {
  const limit = exceeded(outline, most);
  if (limit === null) return;
  const sentences = {
    depth: "The JSON request body is nested too deeply.",
    outerKeys: `A request has at most ${most.outerKeys} parameters.`,
    values: `The JSON request body has more than ${most.values} values. Split it into several requests.`,
    keys: `The objects of the JSON request body have more than ${most.keys} keys.`,
  };
  throw new GatewayError("invalid_request", sentences[limit]);
}
