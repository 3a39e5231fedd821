import { ERRORS, type ErrorCode } from "@/lib/contracts/base/error";

/**
 * A failure that the caller can correct or has to know. `message` is the sentence for the caller. It never has a
 * credential or a message's text.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  /** Response headers that belong to the error, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /** Further details for the caller, sent as `message` (rules: error body). */
  readonly detail: string | undefined;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}, detail?: string) {
    super(message);
    this.name = "GatewayError";
    this.code = code;
    this.headers = headers;
    this.detail = detail;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Returns whether an error is for the caller. Another bundle of Next has its own class, whose errors count too. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof GatewayError || (error instanceof Error && error.name === "GatewayError");
}
