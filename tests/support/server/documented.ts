import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Operation } from "@/lib/contracts/base/operation";
import { OPERATIONS } from "@/lib/contracts/operations";
import { buildDocument } from "@/lib/openapi/document";

/** Headers of HTTP itself, which the document does not mention. */
const USUAL_HEADERS = ["content-type", "cache-control"];

type Json = Record<string, unknown>;

/** The checked parts of a response besides its body. */
type CheckedResponse = Pick<Response, "status" | "headers">;

const document = strict(structuredClone(buildDocument([], { simulated: true }))) as Json;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
formats.default(ajv);
ajv.addSchema(document, "document", undefined, false);
const validators = new Map<string, ValidateFunction>();

/** Returns the document in a strict form: an unknown field is wrong, unless the document allows others. */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) =>
    key === "example" || key === "examples" ? [key, value] : [key, strict(value)],
  );
  const made = Object.fromEntries(entries) as Json;
  if (made.type === "object" && made.properties) made.additionalProperties ??= false;
  return made;
}

/**
 * Checks a response against the published document: its status, headers, content type and every field of its
 * body. An undocumented part is a fault as well.
 * @throws Error that names the difference.
 */
export function checkDocumented(operation: Operation, response: CheckedResponse, body: string): void {
  if (!OPERATIONS.includes(operation)) return;
  const { method, path } = operation;
  const at = ["paths", path, method.toLowerCase(), "responses", String(response.status)];
  const documented = find(at);
  if (documented === undefined) fail(operation, response, "this status is not documented", body);
  const { headers = {}, content } = documented as { headers?: Json; content?: Json };
  checkHeaders(operation, response, headers);
  if (content === undefined) {
    if (body !== "") fail(operation, response, "there is a body, and none is documented", body);
    return;
  }
  const type = response.headers.get("content-type")?.split(";")[0] ?? "none";
  if (content[type] === undefined)
    fail(operation, response, `the content type ${type} is not documented`, body);
  const value: unknown = type === "application/json" ? JSON.parse(body) : body;
  const wrong = mismatch([...pointerOf(at), "content", type, "schema"], value);
  if (wrong !== null) fail(operation, response, wrong, body);
}

/** Returns the fault of a value according to the schema at this place of the document, or null. */
export function mismatch(at: readonly string[], value: unknown): string | null {
  const pointer = at.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  const known = validators.get(pointer);
  const validate = known ?? ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
  if (!known) validators.set(pointer, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: "body" });
}

function checkHeaders(operation: Operation, response: CheckedResponse, documented: Json): void {
  const names = Object.keys(documented);
  for (const name of response.headers.keys()) {
    const isKnown = USUAL_HEADERS.includes(name) || names.some((known) => known.toLowerCase() === name);
    if (!isKnown) fail(operation, response, `the header ${name} is not documented`);
  }
  for (const name of names) {
    const value = response.headers.get(name);
    const place = pointerOf(["components", "headers", name]);
    if (value === null) {
      if (find(place)?.required === true) fail(operation, response, `the header ${name} is missing`);
    } else {
      const wrong = mismatch([...place, "schema"], value);
      if (wrong !== null) fail(operation, response, `the header ${name}: ${wrong}`);
    }
  }
}

/** Returns the place of the document to which a path of keys leads, through references. */
function pointerOf(at: readonly string[]): string[] {
  const found = at.reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
  const ref = (found as Json | undefined)?.$ref;
  return typeof ref === "string" ? ref.split("/").slice(1) : [...at];
}

function find(at: readonly string[]): Json | undefined {
  return pointerOf(at).reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document) as
    | Json
    | undefined;
}

function fail({ method, path }: Operation, { status }: CheckedResponse, why: string, body = ""): never {
  throw new Error(`${method} ${path} answered ${status}, and ${why}. ${body.slice(0, 500)}`);
}
