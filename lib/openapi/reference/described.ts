import type { oas31 } from "zod-openapi";
import type { Json, SampleRequest } from "@/lib/contracts/samples/sample-request";
import type { FieldReader } from "@/lib/openapi/reference/field";

/** A request that may be sent, and its response. */
export type ReferenceExample = {
  title: string;
  /** The request; null for one that the service itself posts. */
  request: SampleRequest | null;
  /** The body of the request; undefined for an operation without one. */
  body: Json | undefined;
  /** The body of the response; a text if it is not JSON, and undefined if there is none. */
  response: Json | undefined;
};

/** The position of an operation in its document. */
export type Place = {
  reader: FieldReader;
  document: oas31.OpenAPIObject;
  server: string;
  path: string | null;
  method: "GET" | "POST";
};

/** Returns the JSON body of a request. */
export function bodyOf({ requestBody }: oas31.OperationObject): oas31.MediaTypeObject | undefined {
  return requestBody && "content" in requestBody ? requestBody.content["application/json"] : undefined;
}

/** Returns the status and the body of the response of a request that succeeds. */
export function successOf({
  responses = {},
}: oas31.OperationObject): [number, oas31.MediaTypeObject | undefined] {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? ["200", {}];
  const content = response && "content" in response ? (response.content ?? {}) : {};
  const [body] = Object.values(content);
  return [Number(status.replace("XX", "00")), body as oas31.MediaTypeObject | undefined];
}
