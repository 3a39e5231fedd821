/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Names and values in the order of the sample. */
export type Fields = readonly (readonly [name: string, value: string])[];

/**
 * A request to be shown as code. Every language makes its sample from this description, and tests run each sample
 * against a server.
 */
export type SampleRequest = {
  method: "GET" | "POST";
  /** An absolute URL without a query string. */
  url: string;
  query?: Fields;
  headers?: Fields;
  /** True if the request has the access token of the environment variable `TOKEN`. */
  isAuthorised?: boolean;
  body?: { form: Fields } | { json: Json };
  /** True if the response's headers matter. */
  showsHeaders?: boolean;
};

/** The environment variable with the access token for the samples. */
export const TOKEN_VARIABLE = "TOKEN";

/** Returns the URL with its query string, encoded. */
export function urlOf({ url, query = [] }: SampleRequest): string {
  if (query.length === 0) return url;
  return `${url}?${query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}

/** Returns the body if it is JSON. */
export function jsonOf({ body }: SampleRequest): Json | undefined {
  return body && "json" in body ? body.json : undefined;
}

/** Returns the fields of a form. */
export function formOf({ body }: SampleRequest): Fields | undefined {
  return body && "form" in body ? body.form : undefined;
}

/** Returns the headers that a sample sets beside the access token's. */
export function headersOf(request: SampleRequest): Fields {
  const isJson = jsonOf(request) !== undefined;
  return [...(request.headers ?? []), ...(isJson ? ([["Content-Type", "application/json"]] as const) : [])];
}
