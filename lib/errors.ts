/**
 * The one table of error codes: every JSON error body carries one of them in `code`,
 * and its HTTP status follows from it (spec 7, decisions "Errors").
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_parameter: 400,
  missing_parameter: 400,
  unicode_not_enabled: 400,
  too_many_recipients: 400,
  invalid_recipient: 400,
  invalid_client: 401,
  invalid_credentials: 401,
  insufficient_funds: 403,
  sender_not_authorised: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * A failure that is the caller's to mend, or that the caller must be told of.
 * `message` is the sentence shown to the caller; it never carries a credential or message text.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  /** Response headers that belong to the error, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "GatewayError";
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
