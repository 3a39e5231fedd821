import { z } from "zod";

/**
 * The table of error codes (rules: error codes). Every JSON error body has one of them in `code`, and its HTTP status
 * is the code's. `when` is the condition, for the documentation.
 */
export const ERRORS = {
  invalid_request: { status: 400, when: "The body, JSON or encoding of the request can’t be read." },
  invalid_parameter: { status: 400, when: "A parameter has an invalid value." },
  missing_parameter: { status: 400, when: "A required parameter is missing." },
  unicode_not_enabled: { status: 400, when: "`unicode` isn’t enabled for the account." },
  too_many_recipients: { status: 400, when: "The request has too many recipients." },
  invalid_recipient: { status: 400, when: "The recipient isn’t a valid phone number." },
  invalid_number: { status: 400, when: "The number isn’t a New Zealand mobile number." },
  invalid_client: { status: 401, when: "The API key is wrong, disabled or expired." },
  invalid_credentials: {
    status: 401,
    when: "The credentials are missing or wrong, or the account is disabled.",
  },
  invalid_key: {
    status: 401,
    when: "The integration’s key, secret or token is missing or wrong.",
  },
  insufficient_funds: {
    status: 403,
    when: "Your balance, or your API key’s daily limit, doesn’t cover the request. Nothing was sent or billed.",
  },
  second_factor_required: {
    status: 401,
    when: "The Members Area needs a valid two-factor code.",
  },
  forbidden: {
    status: 403,
    when: "Your account has no access to this: it is for administrators, for Members Area pages, or a handset of another account.",
  },
  viewing_only: {
    status: 403,
    when: "In the Members Area: an administrator is viewing the account, and nothing can be changed.",
  },
  integration_disabled: {
    status: 403,
    when: "The integration is disabled, or not set up for this shortcode.",
  },
  no_route: { status: 403, when: "No network accepts messages from this sender or to this number." },
  sender_not_authorised: { status: 403, when: "The account can’t use this sender." },
  not_found: { status: 404, when: "There is nothing at this path." },
  method_not_allowed: {
    status: 405,
    when: "The path doesn’t support this method. `Allow` lists the supported ones.",
  },
  conflict: { status: 409, when: "In the Members Area: it has changed in the meantime, or is already so." },
  idempotency_conflict: { status: 409, when: "The `Idempotency-Key` was used with a different request." },
  body_too_large: {
    status: 413,
    when: "The body is larger than 4 MiB, or 64 KiB for a form, or its credentials aren’t in its first 64 KiB.",
  },
  unsupported_media_type: { status: 415, when: "The body isn’t a form or JSON in UTF-8." },
  too_many_requests: {
    status: 429,
    when: "Too many requests or failed sign-ins. Wait as long as `Retry-After` says.",
  },
  internal_error: {
    status: 500,
    when: "Something went wrong. Quote `X-Request-Id` when you contact support.",
  },
  unavailable: {
    status: 503,
    when: "The service is temporarily unavailable. Nothing was sent. Retry after `Retry-After` seconds.",
  },
  temporarily_unavailable: {
    status: 503,
    when: "An external service isn’t responding. Try again later.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Error body (rules: error body). */
export const errorResponse = z
  .object({
    success: z.literal(false),
    error: z.string().meta({
      description: "A message for people. From `/gateway/auth/token` it is the code.",
      examples: ["Parameter 'to' is required."],
    }),
    message: z
      .string()
      .optional()
      .meta({
        description: "More details, if any.",
        examples: ["'to' is a phone number in international form."],
      }),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).meta({
      description: "A stable error code for your program.",
    }),
  })
  .meta({ id: "Error", description: "The response to every failed request." });

export type ErrorResponse = z.output<typeof errorResponse>;
