import type { oas31 } from "zod-openapi";
import { bodyOf, type Place, type ReferenceExample, successOf } from "@/lib/openapi/reference/described";
import { type Field, FieldReader, type Shape } from "@/lib/openapi/reference/field";
import { samplesOf } from "@/lib/openapi/reference/samples";

export type OperationError = { status: number; code: string; cause: string };

/** An operation, or an event of a webhook, as a page shows it. */
export type ReferenceOperation = {
  /** The last part of its page's path. */
  slug: string;
  title: string;
  group: string;
  method: "GET" | "POST";
  /** Null for an event, which is posted to the receiver's own URL. */
  path: string | null;
  description: string;
  /** The credentials of the caller, in a sentence; empty if there are none or if parameters describe them. */
  authentication: string;
  headers: readonly Field[];
  query: readonly Field[];
  body: readonly Shape[];
  /** Status and shapes of the response of a request that succeeds. */
  status: number;
  response: readonly Shape[];
  errors: readonly OperationError[];
  examples: readonly ReferenceExample[];
};

export type ReferenceGroup = { title: string; about: string; operations: readonly ReferenceOperation[] };

type DescribedOperation = oas31.OperationObject;

const AUTHENTICATION: Readonly<Record<string, string>> = {
  bearer: "Use `Authorization: Bearer` with an access token, or the parameters `userId` and `password`.",
  basic:
    "Use `Authorization: Bearer` with an access token, HTTP Basic with your email address and password, or the parameters `userId` and `password`.",
  addin: "Use `Authorization: Bearer` with the token of your mail add-in.",
};

/** Returns all operations and events of an OpenAPI document, in its groups and its order. */
export function readReference(document: oas31.OpenAPIObject): readonly ReferenceGroup[] {
  const reader = new FieldReader(document);
  const server = document.servers?.[0]?.url ?? "";
  const called = Object.entries(document.paths ?? {}).flatMap(([path, item]) => [
    ...(item.get ? [readOperation({ reader, document, server, path, method: "GET" }, item.get)] : []),
    ...(item.post ? [readOperation({ reader, document, server, path, method: "POST" }, item.post)] : []),
  ]);
  const events = Object.values(document.webhooks ?? {}).flatMap((item) =>
    "post" in item && item.post
      ? [readOperation({ reader, document, server, path: null, method: "POST" }, item.post)]
      : [],
  );
  return (document.tags ?? []).map(({ name, description = "" }) => ({
    title: name,
    about: description,
    operations: [...called, ...events].filter(({ group }) => group === name),
  }));
}

function readOperation(place: Place, described: DescribedOperation): ReferenceOperation {
  const { reader, method, path } = place;
  const parameters = parametersOf(place.document, described);
  const fieldsIn = (where: string) =>
    parameters
      .filter((parameter) => parameter.in === where)
      .map(({ name, schema = {}, required = false, description }) => ({
        ...reader.field(name, schema as oas31.SchemaObject, required),
        ...(description === undefined ? {} : { description }),
      }));
  const body = bodyOf(described);
  const [status, response] = successOf(described);
  const schemes = (described.security ?? []).flatMap((one) => Object.keys(one));
  return {
    slug: slugOf(described.operationId ?? ""),
    title: described.summary ?? "",
    group: described.tags?.[0] ?? "",
    method,
    path,
    status,
    description: described.description ?? "",
    authentication: AUTHENTICATION[schemes.at(-1) ?? ""] ?? "",
    headers: fieldsIn("header"),
    query: fieldsIn("query"),
    body: body?.schema ? reader.shapes(body.schema as oas31.SchemaObject) : [],
    response: response?.schema ? reader.shapes(response.schema as oas31.SchemaObject) : [],
    errors: errorsIn(place.document, described),
    examples: samplesOf(place, described, parameters),
  };
}

/** Returns the parameters of an operation, with references resolved. */
function parametersOf(document: oas31.OpenAPIObject, described: DescribedOperation): oas31.ParameterObject[] {
  const shared = document.components?.parameters ?? {};
  return (described.parameters ?? []).flatMap((parameter) => {
    if (!("$ref" in parameter)) return [parameter as oas31.ParameterObject];
    const found = shared[parameter.$ref?.split("/").at(-1) ?? ""];
    return found && !("$ref" in found) ? [found as oas31.ParameterObject] : [];
  });
}

/** Returns the errors of an operation, from the lines of their description: a code in backticks, and its cause. */
export function errorsIn(
  document: oas31.OpenAPIObject,
  { responses = {} }: DescribedOperation,
): OperationError[] {
  const shared = document.components?.responses ?? {};
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!/^[45]\d\d$/.test(status) || !response) return [];
    const whole = "$ref" in response ? shared[response.$ref?.split("/").at(-1) ?? ""] : response;
    const told = whole && "description" in whole ? String(whole.description ?? "") : "";
    return told.split("\n\n").flatMap((line) => {
      const [, code = "", cause = ""] = /^`(\w+)`: (.*)$/.exec(line) ?? [];
      return code === "" ? [] : [{ status: Number(status), code, cause }];
    });
  });
}

/** Returns an operation's id as a part of a path: `sendMessage` becomes `send-message`. */
export function slugOf(operationId: string): string {
  return operationId
    .replace(/(?<=[a-z])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, (letter) => `-${letter}`)
    .toLowerCase();
}
