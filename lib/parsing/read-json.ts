import { GatewayError } from "@/lib/errors";
import { exceeded, type JsonLimits, type JsonOutline, outlineJson } from "@/lib/parsing/json-outline";

/** The fields of a JSON object, and the first of its own keys that is there twice. */
export type JsonObject = { fields: Readonly<Record<string, unknown>>; repeated: string | null };

/**
 * Reads a JSON text that is an object, within limits that are looked at before it is parsed.
 * @throws GatewayError `invalid_request`.
 */
export async function readJson(json: string, most: JsonLimits): Promise<JsonObject> {
  const outline = await outlineJson(json, most);
  refuseExceeded(outline, most);
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new GatewayError("invalid_request", "The JSON request body must be an object.");
  }
  return { fields: parsed as JsonObject["fields"], repeated: outline.repeated };
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
