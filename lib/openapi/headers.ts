import type { oas31 } from "zod-openapi";

/** The headers that responses have beside those of HTTP itself. */
export const HEADERS = {
  "X-Request-Id": {
    description: "Names this request to support; the service's log has it too.",
    required: true,
    schema: { type: "string", format: "uuid", examples: ["01a1fc1e-7827-71fa-b114-9c303160f115"] },
  },
  RateLimit: {
    description: "The account's remaining requests: `r` now, and the full number in `t` seconds.",
    schema: { type: "string", examples: ['"account";r=499;t=1'] },
  },
  "RateLimit-Policy": {
    description: "The account's limit: `q` requests in `w` seconds.",
    schema: { type: "string", examples: ['"account";q=500;w=1'] },
  },
  "Retry-After": {
    description: "The seconds to wait.",
    required: true,
    schema: { type: "string", pattern: "^\\d+$", examples: ["1"] },
  },
  Allow: {
    description: "The methods that the path accepts.",
    required: true,
    schema: { type: "string", examples: ["POST"] },
  },
  "Idempotent-Replay": {
    description: "`true` if this is the first response again, and nothing was sent again.",
    schema: { type: "string", enum: ["true"] },
  },
  "WWW-Authenticate": {
    description:
      "The kinds of credentials that the operation accepts: Bearer, and Basic for the configuration of webhooks.",
    schema: { type: "string", examples: ["Bearer"] },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** Returns references to headers, for one response. */
export function headers(...names: HeaderName[]): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
