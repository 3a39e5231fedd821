import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { errorResponse } from "@/lib/contracts/base/error";
import type { Operation } from "@/lib/contracts/base/operation";
import { OPERATIONS } from "@/lib/contracts/operations";
import { SECURITY, SECURITY_SCHEMES } from "@/lib/openapi/credentials";
import { errorResponses, SHARED_RESPONSES } from "@/lib/openapi/errors";
import { narrowForms } from "@/lib/openapi/forms";
import { HEADERS, headers } from "@/lib/openapi/headers";
import { DESCRIPTION, TAGS } from "@/lib/openapi/overview";
import { published } from "@/lib/openapi/published";
import { IDEMPOTENCY_KEY, named, requested } from "@/lib/openapi/requests";
import { WEBHOOKS } from "@/lib/openapi/webhooks";

export type OpenApiDocument = oas31.OpenAPIObject;

/**
 * Returns the published description of the API (rules: published description), built from the contracts of the
 * handlers. The same arguments give the same document, byte for byte.
 * @param servers the addresses under which the paths are called, without a slash at the end.
 * @param simulated true if the simulated network can be called.
 */
export function buildDocument(
  servers: readonly string[],
  { simulated }: { simulated: boolean },
): OpenApiDocument {
  const operations = OPERATIONS.filter(({ tag }) => simulated || tag !== "Simulator");
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: { title: "Messaging Gateway", version: "1.0.0", description: DESCRIPTION },
      servers: servers.map((url) => ({ url })),
      tags: TAGS.filter(({ name }) => operations.some(({ tag }) => tag === name)),
      paths: pathsOf(operations),
      webhooks: WEBHOOKS,
      components: {
        schemas: { Error: errorResponse },
        responses: SHARED_RESPONSES,
        headers: HEADERS,
        parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
        securitySchemes: SECURITY_SCHEMES,
      },
    },
    { override: published },
  );
  return narrowForms(document);
}

function pathsOf(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation),
    };
  }
  return paths;
}

function described(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, description, callers } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: SECURITY[callers],
    ...requested(operation),
    responses: {
      [operation.response === null ? "204" : "200"]: answered(operation),
      ...errorResponses(operation),
    },
  };
}

/** Returns the response of a request that succeeds. */
function answered({
  response,
  examples,
  callers,
  repeatable,
  errorStyle,
}: Operation): ZodOpenApiResponseObject {
  const carried = headers(
    "X-Request-Id",
    ...(callers === "anyone" ? [] : (["RateLimit", "RateLimit-Policy"] as const)),
    ...(repeatable ? (["Idempotent-Replay"] as const) : []),
  );
  if (response === null) return { description: "Done.", headers: carried };
  const shown = named(examples.map(({ summary, response: value }) => ({ summary, value })));
  const type = errorStyle === "text" ? "text/plain" : "application/json";
  return {
    description: "Done.",
    headers: carried,
    content: { [type]: { schema: response, examples: shown } },
  };
}
