import { GatewayError } from "@/lib/errors";
import { readBody } from "@/lib/http/body";
import { repeatedKey } from "@/lib/http/json-keys";

/** Parameters by name, wherever they came from: text from a query string or form, any JSON value from a JSON body. */
export type Parameters = Map<string, unknown>;

/**
 * Gathers the parameters of a request from its query string and its body, form-urlencoded or JSON. To an operation
 * they are one thing (spec "Conventions"). A parameter given as an empty text or null is not given.
 * @throws GatewayError 400 for a parameter given twice or a malformed body, 413, 415 for another kind of body.
 */
export async function readParameters(request: Request): Promise<Parameters> {
  const parameters: Parameters = new Map();
  const query = new URL(request.url).search.slice(1);
  if (query !== "") addPairs(parameters, query);
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
    throw new GatewayError("unsupported_media_type", `The request body must be UTF-8, not '${charset}'.`);
  }
  if (type.trim() === "application/x-www-form-urlencoded") addPairs(parameters, body);
  else if (type.trim() === "application/json") addJson(parameters, body);
  else {
    throw new GatewayError(
      "unsupported_media_type",
      "The request body must have Content-Type application/x-www-form-urlencoded or application/json.",
    );
  }
}

const REPLACEMENT = "\uFFFD";

function addPairs(parameters: Parameters, encoded: string): void {
  const mayHoldReplacement = /%EF%BF%BD|\uFFFD/i.test(encoded);
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (value.includes(REPLACEMENT) && !mayHoldReplacement) {
      throw new GatewayError("invalid_parameter", `Parameter '${printable(name)}' is not valid UTF-8.`);
    }
    add(parameters, name, value);
  }
}

function addJson(parameters: Parameters, body: string): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new GatewayError("invalid_request", "The JSON request body must be an object.");
  }
  const repeated = repeatedKey(body);
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

/** A name from outside, fit to stand in an error sentence. */
function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, " ").slice(0, 60);
}
