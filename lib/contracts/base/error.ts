import { z } from "zod";

/**
 * The one table of error codes: every JSON error body carries one of them in `code`, and its HTTP status follows from
 * it (rules: error codes). `when` says when, for the documentation.
 */
export const ERRORS = {
  invalid_request: { status: 400, when: "The request cannot be read: its body, its JSON or its encoding." },
  invalid_parameter: { status: 400, when: "A parameter has a value that it cannot have." },
  missing_parameter: { status: 400, when: "A required parameter is missing." },
  unicode_not_enabled: { status: 400, when: "`unicode` was asked for, and the account may not use it." },
  too_many_recipients: { status: 400, when: "The list of recipients is longer than one request may have." },
  invalid_recipient: { status: 400, when: "The recipient is not a phone number." },
  invalid_number: { status: 400, when: "The number looked up is not a New Zealand mobile number." },
  invalid_client: { status: 401, when: "The API key is wrong, disabled or expired." },
  invalid_credentials: {
    status: 401,
    when: "The credentials are missing or wrong, or the account is disabled.",
  },
  invalid_key: {
    status: 401,
    when: "The key, the secret or the token of the integration is missing or wrong.",
  },
  insufficient_funds: {
    status: 403,
    when: "The balance does not cover the request. Nothing was sent or billed.",
  },
  second_factor_required: {
    status: 401,
    when: "Signing in to the Members Area needs a code, or another one.",
  },
  forbidden: {
    status: 403,
    when: "This is not for your account: for administrators, for the Members Area's own pages, or a handset of another account.",
  },
  integration_disabled: {
    status: 403,
    when: "The integration is switched off, or not set up for this shortcode.",
  },
  no_route: { status: 403, when: "No network takes the message: from this sender, or to this number." },
  sender_not_authorised: { status: 403, when: "The account may not send from this sender." },
  not_found: { status: 404, when: "There is nothing at this path." },
  method_not_allowed: {
    status: 405,
    when: "The path is called with another method; `Allow` names the right ones.",
  },
  conflict: { status: 409, when: "In the Members Area: it has changed meanwhile, or is so already." },
  idempotency_conflict: { status: 409, when: "The `Idempotency-Key` was used with another request." },
  body_too_large: {
    status: 413,
    when: "The request body is larger than 4 MiB, or than 64 KiB as a form or with the credentials in it.",
  },
  unsupported_media_type: { status: 415, when: "The request body is neither a form nor JSON in UTF-8." },
  too_many_requests: {
    status: 429,
    when: "Too many requests, or too many failed log-ins; `Retry-After` says how long to wait.",
  },
  internal_error: {
    status: 500,
    when: "Something failed on our side; `X-Request-Id` names the request to support.",
  },
  unavailable: {
    status: 503,
    when: "The service cannot take the request just now. Nothing was done; `Retry-After` says when to try again.",
  },
  temporarily_unavailable: {
    status: 503,
    when: "Something outside that the request needs does not answer just now. Try again later.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Error body (rules: error body). */
export const errorResponse = z
  .object({
    success: z.literal(false),
    error: z.string().meta({
      description: "What is wrong, for a person to read. From `/gateway/auth/token` it is the code.",
      examples: ["Parameter 'to' is required."],
    }),
    message: z
      .string()
      .optional()
      .meta({
        description: "More about it, where there is more to say.",
        examples: ["'to' is a phone number in international form."],
      }),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).meta({
      description: "What is wrong, for a program to act on: a word that does not change.",
    }),
  })
  .meta({ id: "Error", description: "What every request that fails is answered with." });

export type ErrorResponse = z.output<typeof errorResponse>;
