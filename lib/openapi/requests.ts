import type { oas31, ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from "zod-openapi";
import type { Operation } from "@/lib/contracts/base/operation";
import { withCredentials } from "@/lib/openapi/credentials";

type DocumentedRequest = Pick<ZodOpenApiOperationObject, "parameters" | "requestParams" | "requestBody">;

/** The header that makes a send safe to repeat (rules: idempotency). */
export const IDEMPOTENCY_KEY: oas31.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A text of your own that names this request for 24 hours. A repeat of the request with the same key is not sent again, and gets the same response.",
  schema: {
    type: "string",
    minLength: 1,
    maxLength: 255,
    pattern: "^[\\x21-\\x7e]+$",
    examples: ["order-1001-ready"],
  },
};

/**
 * A description of the query string as a third way to send the fields of a body. Listing all parameters once more
 * would be too long.
 */
const QUERY_STRING =
  "Each field may be in the query string instead, as in `?name=value`, with or without a body. Lists are possible only in JSON.";

/** Returns the parts of a request: a query string for GET, a form or JSON for POST. */
export function requested(operation: Operation): DocumentedRequest {
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
        // A form has no lists and no nested fields.
        examples: named(
          examples.filter(({ value }) => !Object.values(value).some((field) => typeof field === "object")),
        ),
      },
    },
  };
}

/** Returns examples under names that need no encoding in an address. */
export function named<Value>(
  examples: readonly { summary: string; value: Value }[],
): Record<string, { summary: string; value: Value }> {
  return Object.fromEntries(
    examples.map((example) => [example.summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), example]),
  );
}
