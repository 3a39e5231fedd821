import type { ErrorResponse } from "@/lib/contracts/error";
import { type ErrorCode, GatewayError } from "@/lib/errors";

/** `sentence`: `error` is for a person to read. `oauth`: it is a code, as the token endpoint answers (spec 7). */
export type ErrorStyle = "sentence" | "oauth";

/**
 * The one place that writes a JSON error body (decisions "Errors"). What the caller may know is told; anything else
 * is a 500 that says nothing but where to look for it.
 */
export function problem(error: unknown, requestId: string, style: ErrorStyle = "sentence"): Response {
  const known = error instanceof GatewayError ? error : unexpected(requestId);
  return Response.json(style === "oauth" ? oauthBody(known) : sentenceBody(known), {
    status: known.status,
    headers: {
      "Cache-Control": "no-store",
      ...(known.status === 401 && style === "sentence" ? { "WWW-Authenticate": "Bearer" } : {}),
      ...known.headers,
    },
  });
}

function sentenceBody(error: GatewayError): ErrorResponse {
  return { success: false, error: error.message, code: error.code };
}

function oauthBody(error: GatewayError): ErrorResponse {
  const code: ErrorCode = error.status === 400 ? "invalid_request" : error.code;
  return { success: false, error: code, message: error.message, code };
}

function unexpected(requestId: string): GatewayError {
  return new GatewayError(
    "internal_error",
    `Something went wrong on our side. Quote request ${requestId} when you ask about it.`,
  );
}
