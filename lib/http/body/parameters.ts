import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { type BodyReader, readBytes, readStart, UNVERIFIED } from "@/lib/http/body/body";
import {
  beginsAsObject,
  charsetOf,
  FORM,
  isJsonInForm,
  isOftenJson,
  isUtf8,
  JSON_TYPE,
  typeOf,
} from "@/lib/http/body/media-type";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { decodeUtf8, decodeUtf8Start } from "@/lib/parsing/decode-utf8";
import { excerpt } from "@/lib/parsing/excerpt";
import { formPairs } from "@/lib/parsing/form-pairs";
import type { JsonLimits } from "@/lib/parsing/json-outline";
import { type JsonObject, readJson, readJsonStart } from "@/lib/parsing/read-json";
import { inTurn } from "@/lib/parsing/turns";

/** Parameters by name: text from a query string or form, any JSON value from a JSON body. */
export type Parameters = Map<string, unknown>;

/** The most parameters of one request, and the deepest nesting of a JSON body: far beyond those of any operation. */
export const MAX_PARAMETERS = 100;
const MAX_DEPTH = 16;

/** The most keys of all objects in a JSON body: no operation has more keys than its parameters. */
const MAX_KEYS = 1_000;

/**
 * The bodies that count as JSON (rules: parameters). `exact`: those with the type of JSON. `lenient`: also an object
 * that a program labels otherwise. A page of another site can send such labels with a visitor's cookies, so routes
 * with cookies are exact.
 */
export type Labels = "exact" | "lenient";

/**
 * Returns the parameters of a request from its query string and its body, form-urlencoded or JSON. Operations do not
 * see the difference (rules: parameters). A parameter that is an empty text or null is dropped.
 * @param reader the body's reader, which decides the size limit.
 * @throws GatewayError 400 for a parameter given twice or a malformed body, 413, 415 for another kind of body, 503.
 */
export async function readParameters(
  request: GatewayRequest,
  reader: BodyReader,
  labels: Labels = "exact",
): Promise<Parameters> {
  const parameters = readQueryPairs(request);
  const bytes = await readBytes(request, reader);
  if (bytes.length > 0)
    await inTurn(bytes.length, () => addBody(parameters, bytes, request.header("content-type"), labels));
  return dropEmpty(parameters);
}

/**
 * Reads the parameters of an unverified request, with lenient labels. If its JSON body is larger than an unverified
 * caller's may be, only credentials that are complete in the first 64 KiB are read (rules: body size).
 * @param names of the parameters that verify a caller.
 * @returns the parameters, and whether they are complete.
 * @throws GatewayError as `readParameters`.
 */
export async function readStrangersParameters(
  request: GatewayRequest,
  names: readonly string[],
): Promise<{ parameters: Parameters; isWhole: boolean }> {
  const contentType = request.header("content-type");
  const mayBeJson = isOftenJson(typeOf(contentType)) && isUtf8(charsetOf(contentType));
  if (!mayBeJson) return { parameters: await readParameters(request, UNVERIFIED, "lenient"), isWhole: true };
  const parameters = readQueryPairs(request);
  const { bytes, isWhole } = await readStart(request);
  if (bytes.length > 0)
    await inTurn(bytes.length, () =>
      isWhole
        ? addBody(parameters, bytes, contentType, "lenient")
        : addJsonStart(parameters, bytes, contentType, names),
    );
  return { parameters: dropEmpty(parameters), isWhole };
}

/**
 * Returns the parameters of a request's query string alone, which is known before the body is read.
 * @throws GatewayError 400 for a parameter given twice, or for too many.
 */
export function readQuery(request: GatewayRequest): Parameters {
  return dropEmpty(readQueryPairs(request));
}

function readQueryPairs(request: GatewayRequest): Parameters {
  const parameters: Parameters = new Map();
  addPairs(parameters, request.search.slice(1));
  return parameters;
}

function dropEmpty(parameters: Parameters): Parameters {
  for (const [name, value] of parameters) {
    if (value === "" || value === null) parameters.delete(name);
  }
  return parameters;
}

/**
 * Returns the most values of a JSON body: twice the recipients that one request may have, so that the operation
 * itself rejects too many recipients.
 */
export function maxJsonValues(): number {
  return 2 * env().maxRecipients + 10_000;
}

async function addBody(
  parameters: Parameters,
  bytes: Uint8Array,
  contentType: string | null,
  labels: Labels,
): Promise<void> {
  const charset = charsetOf(contentType);
  if (!isUtf8(charset)) {
    const named = printable(charset ?? "");
    throw new GatewayError("unsupported_media_type", `The request body must be UTF-8, not '${named}'.`);
  }
  const type = typeOf(contentType);
  const body = await decodeUtf8(bytes);
  if (type === JSON_TYPE || (labels === "lenient" && isLabelledJson(type, body)))
    await addJson(parameters, body);
  else if (type === FORM) addForm(parameters, body);
  else throw wrongType();
}

/** Returns true if a body is a JSON object under a label that programs write on JSON. */
function isLabelledJson(type: string, body: string): boolean {
  return type === FORM ? isJsonInForm(body) : isOftenJson(type) && beginsAsObject(body);
}

function wrongType(): GatewayError {
  const sentence = `The request body must have Content-Type ${FORM} or ${JSON_TYPE}.`;
  return new GatewayError("unsupported_media_type", sentence);
}

function addForm(parameters: Parameters, body: string): void {
  if (isJsonInForm(body)) {
    const sentence = `The request body looks like JSON. Send Content-Type: ${JSON_TYPE}.`;
    throw new GatewayError("invalid_request", sentence);
  }
  addPairs(parameters, body);
}

function addPairs(parameters: Parameters, encoded: string): void {
  const pairs = formPairs(encoded, MAX_PARAMETERS);
  if (pairs === null)
    throw new GatewayError("invalid_request", `A request has at most ${MAX_PARAMETERS} parameters.`);
  for (const { name, value } of pairs) {
    if (name === null || value === null) {
      throw new GatewayError("invalid_parameter", `Parameter '${printable(name ?? "")}' is not valid UTF-8.`);
    }
    add(parameters, name, value);
  }
}

function jsonLimits(): JsonLimits {
  return { depth: MAX_DEPTH, outerKeys: MAX_PARAMETERS, values: maxJsonValues(), keys: MAX_KEYS };
}

async function addJson(parameters: Parameters, body: string): Promise<void> {
  addFields(parameters, await readJson(body, jsonLimits()));
}

async function addJsonStart(
  parameters: Parameters,
  start: Uint8Array,
  contentType: string | null,
  names: readonly string[],
): Promise<void> {
  const json = decodeUtf8Start(start);
  if (typeOf(contentType) !== JSON_TYPE && !beginsAsObject(json)) throw wrongType();
  addFields(parameters, await readJsonStart(json, names, jsonLimits()));
}

function addFields(parameters: Parameters, { fields, repeated }: JsonObject): void {
  if (repeated !== null) throw givenTwice(repeated);
  for (const [name, value] of Object.entries(fields)) add(parameters, name, value);
}

function add(parameters: Parameters, name: string, value: unknown): void {
  if (parameters.has(name)) throw givenTwice(name);
  parameters.set(name, value);
}

function givenTwice(name: string): GatewayError {
  return new GatewayError("invalid_parameter", `Parameter '${printable(name)}' is given more than once.`);
}

/** Returns a text from outside in a form that is safe in an error sentence. */
export function printable(text: string): string {
  return excerpt(text, 60);
}
