import { GatewayError } from "@/lib/errors";
import { readBody } from "@/lib/http/body";
import { outlineJson } from "@/lib/http/json-outline";

/** Parameters by name, wherever they came from: text from a query string or form, any JSON value from a JSON body. */
export type Parameters = Map<string, unknown>;

/** Most parameters of one request, and deepest nesting of a JSON body: far beyond what any operation takes. */
export const MOST_PARAMETERS = 100;
const MOST_DEPTH = 16;

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/**
 * Gathers the parameters of a request from its query string and its body, form-urlencoded or JSON. To an operation
 * they are one thing (spec "Conventions"). A parameter given as an empty text or null is not given.
 * @throws GatewayError 400 for a parameter given twice or a malformed body, 413, 415 for another kind of body.
 */
export async function readParameters(request: Request): Promise<Parameters> {
  const parameters: Parameters = new Map();
  addPairs(parameters, new URL(request.url).search.slice(1));
  const body = await readBody(request);
  if (body !== "") addBody(parameters, body, request.headers.get("content-type"));
  for (const [name, value] of parameters) {
    if (value === "" || value === null) parameters.delete(name);
  }
  return parameters;
}

function addBody(parameters: Parameters, body: string, contentType: string | null): void {
  const [type = "", ...attributes] = (contentType ?? "").toLowerCase().split(";");
  const charset = attributes
    .map((attribute) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(attribute)?.[1])
    .find(Boolean);
  if (charset !== undefined && !["utf-8", "utf8", "us-ascii"].includes(charset)) {
    const named = printable(charset);
    throw new GatewayError("unsupported_media_type", `The request body must be UTF-8, not '${named}'.`);
  }
  if (type.trim() === FORM) addForm(parameters, body);
  else if (type.trim() === JSON_TYPE) addJson(parameters, body);
  else {
    throw new GatewayError(
      "unsupported_media_type",
      `The request body must have Content-Type ${FORM} or ${JSON_TYPE}.`,
    );
  }
}

function addForm(parameters: Parameters, body: string): void {
  // What curl -d sends where nobody thinks of the header.
  if (/^\s*\{\s*"/.test(body)) {
    throw new GatewayError(
      "invalid_request",
      `The request body looks like JSON. Send Content-Type: ${JSON_TYPE}.`,
    );
  }
  addPairs(parameters, body);
}

function addPairs(parameters: Parameters, encoded: string): void {
  const pairs = encoded.split("&", MOST_PARAMETERS + 1);
  if (pairs.length > MOST_PARAMETERS) throw tooMany();
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
    if (name === null || value === null) {
      throw new GatewayError("invalid_parameter", `Parameter '${printable(name ?? "")}' is not valid UTF-8.`);
    }
    add(parameters, name, value);
  }
}

/** One side of a form pair; a percent sign that encodes nothing is itself. Null where it is not UTF-8. */
function decode(piece: string): string | null {
  try {
    return decodeURIComponent(piece.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    return null;
  }
}

function addJson(parameters: Parameters, body: string): void {
  const { depth, keys, repeated } = outlineJson(body, { depth: MOST_DEPTH, keys: MOST_PARAMETERS });
  if (depth > MOST_DEPTH)
    throw new GatewayError("invalid_request", "The JSON request body is nested too deeply.");
  if (keys > MOST_PARAMETERS) throw tooMany();
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new GatewayError("invalid_request", "The JSON request body must be an object.");
  }
  if (repeated !== null) throw givenTwice(repeated);
  for (const [name, value] of Object.entries(parsed)) add(parameters, name, value);
}

function add(parameters: Parameters, name: string, value: unknown): void {
  if (parameters.has(name)) throw givenTwice(name);
  parameters.set(name, value);
}

function givenTwice(name: string): GatewayError {
  return new GatewayError("invalid_parameter", `Parameter '${printable(name)}' is given more than once.`);
}

function tooMany(): GatewayError {
  return new GatewayError("invalid_request", `A request has at most ${MOST_PARAMETERS} parameters.`);
}

/** A text from outside, fit to stand in an error sentence. */
export function printable(text: string): string {
  return text
    .replace(/\p{Cc}/gu, " ")
    .slice(0, 60)
    .toWellFormed();
}
