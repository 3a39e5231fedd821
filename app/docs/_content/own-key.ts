import { EXAMPLE_KEY } from "@/lib/contracts/gateway/token";
import type { Fields, Json } from "@/lib/contracts/samples/sample-request";
import type { ReferenceExample } from "@/lib/openapi/reference/described";

/** Returns an example with the reader's client ID instead of the published one. The secret is never known. */
export function withOwnKey(example: ReferenceExample, clientId: string | null): ReferenceExample {
  if (clientId === null) return example;
  const { request, body } = example;
  const own = (value: string) => (value === EXAMPLE_KEY.clientId ? clientId : value);
  const ownFields = (fields: Fields) => fields.map(([name, value]) => [name, own(value)] as const);
  const form = request?.body && "form" in request.body ? ownFields(request.body.form) : undefined;
  const json = request?.body && "json" in request.body ? ownJson(request.body.json, own) : undefined;
  return {
    ...example,
    request: request && {
      ...request,
      ...(form === undefined ? {} : { body: { form } }),
      ...(json === undefined ? {} : { body: { json } }),
    },
    body: body === undefined ? undefined : ownJson(body, own),
  };
}

/** Replaces the texts of a flat JSON object, such as the body of a request with credentials. */
function ownJson(json: Json, own: (value: string) => string): Json {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === "string" ? own(value) : value]),
  );
}
