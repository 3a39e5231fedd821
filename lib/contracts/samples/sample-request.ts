/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Names and values in the order in which they are shown. */
export type Fields = readonly (readonly [name: string, value: string])[];

/**
 * A request to be shown as code: one description, of which every language makes its own sample. No sample is written by
 * hand, and tests run each against a server.
 */
export type SampleRequest = {
  method: "GET" | "POST";
  /** An absolute URL without a query string. */
  url: string;
  query?: Fields;
  headers?: Fields;
  /** Whether the access token in the environment variable `TOKEN` proves who calls. */
  isAuthorised?: boolean;
  body?: { form: Fields } | { json: Json };
  /** Whether the response's headers matter. */
  showsHeaders?: boolean;
};

/** The environment variable that the samples read the access token from. */
export const TOKEN_VARIABLE = "TOKEN";

/** The URL with its query string, encoded. */
export function urlOf({ url, query = [] }: SampleRequest): string {
  if (query.length === 0) return url;
  return `${url}?${query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}

/** Whether the body is JSON. */
export function jsonOf({ body }: SampleRequest): Json | undefined {
  return body && "json" in body ? body.json : undefined;
}

/** The fields of a form. */
export function formOf({ body }: SampleRequest): Fields | undefined {
  return body && "form" in body ? body.form : undefined;
}

/** The headers that a sample sets beside the one of the access token. */
export function headersOf(request: SampleRequest): Fields {
  const isJson = jsonOf(request) !== undefined;
  return [...(request.headers ?? []), ...(isJson ? ([["Content-Type", "application/json"]] as const) : [])];
}
