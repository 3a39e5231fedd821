import type { oas31 } from "zod-openapi";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import {
  type ClientField,
  type ClientObject,
  type ClientType,
  capitalised,
  nameOf,
  TypeReader,
} from "@/lib/openapi/clients/model/client-types";
import { ACCOUNT_CREDENTIALS } from "@/lib/openapi/credentials";
import { bodyOf, successOf } from "@/lib/openapi/reference/described";
import { errorsIn } from "@/lib/openapi/reference/reference";

/** A method of a client. */
export type ClientOperation = {
  id: string;
  method: "GET" | "POST";
  path: string;
  summary: string;
  description: string;
  /** True if the account's credentials are sent. */
  needsAccount: boolean;
  /** True if an `Idempotency-Key` makes it safe to repeat (rules: idempotency). */
  takesKey: boolean;
  /** Its parameters without credentials, in an object of this name. */
  request: ClientObject;
  /** The type of the response; null if it has no body. */
  response: ClientType | null;
  /** The type of the entries of a list in pages, and the field that has them. */
  pages: { name: string; entry: ClientType } | null;
};

/** The contents of a client, in the document's order. */
export type ClientModel = {
  title: string;
  version: string;
  operations: readonly ClientOperation[];
  /** The operation that exchanges an API key for a token. */
  tokenPath: string;
  /** The objects in requests and responses, each after the objects that it contains. */
  objects: readonly ClientObject[];
  /** Responses that are one of several, by name. */
  unions: readonly { name: string; type: ClientType }[];
  errors: readonly { code: string; cause: string }[];
  /** The events that webhooks receive. */
  events: readonly ClientType[];
};

type DescribedOperation = oas31.OperationObject;

/**
 * Returns the contents of a client of the API (rules: published clients): every operation with an account's
 * credentials, and the one that exchanges them for a token. Other operations are called by systems with credentials
 * of their own kind.
 * @throws Error if the document has a part that clients cannot express.
 */
export function readModel(document: oas31.OpenAPIObject): ClientModel {
  const types = new TypeReader(document);
  const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (["get", "post"] as const).flatMap((method) => {
      const operation = item[method];
      return operation && isOfClient(operation) ? [{ path, method, operation }] : [];
    }),
  );
  const operations = described.map(({ path, method, operation }) => ({
    ...readOperation(types, operation),
    path,
    method: method === "get" ? ("GET" as const) : ("POST" as const),
  }));
  const token = operations.find(({ id }) => id === issueTokenOperation.id);
  if (token === undefined) throw new Error("The document has no operation for tokens.");
  const causes = new Map(
    described
      .flatMap(({ operation }) => errorsIn(document, operation))
      .map(({ code, cause }) => [code, cause] as const),
  );
  const events = Object.entries(document.webhooks ?? {}).flatMap(([name, item]) => {
    const schema = "post" in item && item.post ? bodyOf(item.post)?.schema : undefined;
    return schema ? [types.read(schema as oas31.SchemaObject, capitalised(name))] : [];
  });
  return {
    title: document.info.title,
    version: document.info.version,
    operations,
    tokenPath: token.path,
    objects: types.objects,
    unions: operations.flatMap(({ id, response }) =>
      response?.kind === "union" ? [{ name: `${capitalised(id)}Response`, type: response }] : [],
    ),
    errors: [...causes].map(([code, cause]) => ({ code, cause })).sort((a, b) => (a.code < b.code ? -1 : 1)),
    events,
  };
}

function isOfClient({ operationId, security = [] }: DescribedOperation): boolean {
  return operationId === issueTokenOperation.id || security.some((scheme) => "bearer" in scheme);
}

function readOperation(
  types: TypeReader,
  operation: DescribedOperation,
): Omit<ClientOperation, "method" | "path"> {
  const { operationId: id = "", summary = "", description = "", security = [] } = operation;
  const [, body] = successOf(operation);
  const response = body?.schema
    ? types.read(body.schema as oas31.SchemaObject, `${capitalised(id)}Response`)
    : null;
  const parameters = (operation.parameters ?? []) as (oas31.ParameterObject | oas31.ReferenceObject)[];
  const request = readRequest(types, operation, parameters);
  return {
    id,
    summary,
    description,
    request,
    response,
    needsAccount: security.length > 0,
    takesKey: parameters.some(
      (parameter) => "$ref" in parameter && nameOf(parameter.$ref) === "IdempotencyKey",
    ),
    pages: request.fields.some(({ name }) => name === "page") ? pagesOf(types, response) : null,
  };
}

/** Returns the parameters of an operation: those of its JSON body, or of its query string. */
function readRequest(
  types: TypeReader,
  operation: DescribedOperation,
  parameters: readonly (oas31.ParameterObject | oas31.ReferenceObject)[],
): ClientObject {
  const { operationId: id = "" } = operation;
  const schema = bodyOf(operation)?.schema as oas31.SchemaObject | oas31.ReferenceObject | undefined;
  const named = `${capitalised(id)}Request`;
  if (schema === undefined) {
    const fields = parameters.flatMap((parameter): ClientField[] => {
      if ("$ref" in parameter || parameter.in !== "query" || isCredential(parameter.name)) return [];
      const { name, required: isRequired = false, description = "" } = parameter;
      const type = types.read(parameter.schema as oas31.SchemaObject, `${named}${capitalised(name)}`);
      return [{ name, isRequired, description, type }];
    });
    return { name: named, description: "", fields };
  }
  const name = "$ref" in schema && schema.$ref !== undefined ? nameOf(schema.$ref) : named;
  if (parameters.some((parameter) => "in" in parameter && parameter.in === "query"))
    throw new Error(`${id} has a body and a query string, which no client knows.`);
  return types.objectOf(schema, name, ACCOUNT_CREDENTIALS);
}

const isCredential = (name: string) => ACCOUNT_CREDENTIALS.includes(name);

/** Returns the list of which a response has one page (rules: pagination). */
function pagesOf(types: TypeReader, response: ClientType | null): ClientOperation["pages"] {
  const choices = response?.kind === "union" ? response.of : response === null ? [] : [response];
  for (const choice of choices) {
    const fields = (choice.kind === "named" && types.objectNamed(choice.name)?.fields) || [];
    if (!fields.some(({ name }) => name === "pagination")) continue;
    const list = fields.find(({ type }) => type.kind === "list");
    if (list?.type.kind === "list") return { name: list.name, entry: list.type.of };
  }
  return null;
}
