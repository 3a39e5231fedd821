import type { oas31, ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from "zod-openapi";
import type { Operation } from "@/lib/contracts/base/operation";
import { withCredentials } from "@/lib/openapi/credentials";

type Requested = Pick<ZodOpenApiOperationObject, "parameters" | "requestParams" | "requestBody">;

/** Makes a send safe to repeat (rules: idempotency). */
export const IDEMPOTENCY_KEY: oas31.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A text of your own that names this request, for 24 hours. The same request with the same key is done once, and answered the same again.",
  schema: {
    type: "string",
    minLength: 1,
    maxLength: 255,
    pattern: "^[\\x21-\\x7e]+$",
    examples: ["order-1001-ready"],
  },
};

/** A third way to send what a body says, which would be all of it once more as parameters. */
const QUERY_STRING =
  "Each field may stand in the query string instead, as in `?name=value`, with or without a body; a list only in JSON.";

/** What an operation takes: a query string for GET, a form or JSON for POST. */
export function requested(operation: Operation): Requested {
  const parameters = operation.repeatable
    ? { parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }] }
    : {};
  const schema = withCredentials(operation);
  if (operation.method === "GET") {
    return {
      ...parameters,
      ...(Object.keys(schema.shape).length > 0 ? { requestParams: { query: schema } } : {}),
    };
  }
  const query = operation.query ? { requestParams: { query: operation.query } } : {};
  return { ...parameters, ...query, requestBody: bodyOf(operation, schema) };
}

function bodyOf(
  operation: Operation,
  schema: ReturnType<typeof withCredentials>,
): ZodOpenApiRequestBodyObject {
  const examples = operation.examples.map(({ summary, request }) => ({ summary, value: request as object }));
  return {
    ...(operation.callers === "integration" || operation.callers === "addin"
      ? {}
      : { description: QUERY_STRING }),
    required: Object.values(schema.shape).some((parameter) => parameter._zod.optin === undefined),
    content: {
      "application/json": { schema, examples: named(examples) },
      "application/x-www-form-urlencoded": {
        schema,
        // A form knows no lists, and nothing within a field.
        examples: named(
          examples.filter(({ value }) => !Object.values(value).some((field) => typeof field === "object")),
        ),
      },
    },
  };
}

/** Examples under names that stand in an address as they are. */
export function named<Value>(
  examples: readonly { summary: string; value: Value }[],
): Record<string, { summary: string; value: Value }> {
  return Object.fromEntries(
    examples.map((example) => [example.summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), example]),
  );
}
