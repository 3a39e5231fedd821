import type { oas31 } from "zod-openapi";

/** The headers that responses carry beside those of HTTP itself. */
export const HEADERS = {
  "X-Request-Id": {
    description: "Names this request to support; the service's log has it too.",
    required: true,
    schema: { type: "string", format: "uuid", examples: ["01a1fc1e-7827-71fa-b114-9c303160f115"] },
  },
  RateLimit: {
    description: "What the account has left: `r` requests, and all of them again in `t` seconds.",
    schema: { type: "string", examples: ['"account";r=499;t=1'] },
  },
  "RateLimit-Policy": {
    description: "What the account may do: `q` requests in `w` seconds.",
    schema: { type: "string", examples: ['"account";q=500;w=1'] },
  },
  "Retry-After": {
    description: "How many seconds to wait.",
    required: true,
    schema: { type: "string", pattern: "^\\d+$", examples: ["1"] },
  },
  Allow: {
    description: "The methods that the path takes.",
    required: true,
    schema: { type: "string", examples: ["POST"] },
  },
  "Idempotent-Replay": {
    description: "`true` where this is the first response again, and nothing was done anew.",
    schema: { type: "string", enum: ["true"] },
  },
  "WWW-Authenticate": {
    description:
      "The kinds of credentials that the operation takes: Bearer, and Basic where webhooks are configured.",
    schema: { type: "string", examples: ["Bearer"] },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** References to headers, for one response. */
export function headers(...names: HeaderName[]): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
