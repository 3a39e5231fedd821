import { ERRORS, type ErrorCode } from "@/lib/contracts/base/error";

/**
 * A failure that is the caller's to mend, or that the caller must be told of.
 * `message` is the sentence shown to the caller; it never carries a credential or message text.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  /** Response headers that belong to the error, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /** More about it, which goes out as `message` (rules: error body). */
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

/** Whether an error is for the caller: also one of another bundle of Next's, which has a class of its own. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof GatewayError || (error instanceof Error && error.name === "GatewayError");
}
