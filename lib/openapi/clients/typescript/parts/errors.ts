import type { ErrorCode } from "@/lib/openapi/clients/typescript/parts/made";

/** A code for a failure without an error of the API: no response, none in time, or one that isn’t the API’s. */
export type ClientErrorCode = "connection_failed" | "timed_out" | "unexpected_response";

/** A call that failed. Use `code` in your program; `message` is for people and may change. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  /** A stable code: one of the API’s, or one of the client’s own. */
  readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** Names the request. Quote it when you contact support. Null if there was no response. */
  readonly requestId: string | null;
  /** The seconds that the API asks you to wait, or null. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    details: {
      code: ErrorCode | ClientErrorCode;
      status?: number;
      requestId?: string | null;
      retryAfter?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.retryAfter = details.retryAfter ?? null;
  }
}

/** Returns the error of a call that had no response in time. */
export function lateError(cause?: unknown): GatewayError {
  return new GatewayError("The API didn’t respond in time.", { code: "timed_out", cause });
}

/** Returns the error for a response. */
export function errorOf(status: number, headers: Headers, text: string): GatewayError {
  const body = jsonOf(text) as { error?: unknown; message?: unknown; code?: unknown } | null | undefined;
  const { error, message, code } = body ?? {};
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const details = {
    status,
    requestId: headers.get("x-request-id"),
    retryAfter: Number.isFinite(seconds) ? Math.max(0, seconds) : null,
  };
  if (typeof code !== "string" || status < 400) {
    return new GatewayError(`Unexpected response with status ${status}.`, {
      ...details,
      code: "unexpected_response",
    });
  }
  // For tokens, `error` is the code itself.
  const told = [error, message].filter((part) => typeof part === "string" && part !== code);
  const sentence = told.join(": ").replace(".: ", ": ");
  return new GatewayError(sentence || code, { ...details, code: code as ErrorCode });
}

/** Returns the value of a JSON text; undefined if it isn’t JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
