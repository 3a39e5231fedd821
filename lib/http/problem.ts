import type { ErrorCode, ErrorResponse } from "@/lib/contracts/error";
import type { ErrorStyle, Statuses } from "@/lib/contracts/operation";
import { GatewayError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply";

/**
 * The one place that writes an error body (decisions "Errors"). What the caller may know is told; anything else is a
 * 500 that says nothing but where to look for it.
 */
export function problem(
  error: unknown,
  requestId: string,
  style: ErrorStyle = "sentence",
  statuses: Statuses = {},
): Reply {
  const known = error instanceof GatewayError ? error : unexpected(requestId);
  const headers = { "Cache-Control": "no-store", ...known.headers };
  if (style === "text") return textProblem(known, headers);
  return Reply.json(style === "oauth" ? oauthBody(known) : sentenceBody(known), {
    status: statuses[known.code] ?? known.status,
    headers: {
      ...(known.status === 401 && known.code !== "invalid_key" && style === "sentence"
        ? { "WWW-Authenticate": "Bearer" }
        : {}),
      ...headers,
    },
  });
}

/** The statuses that a caller of the legacy endpoint knows, beside those of the protocol itself; the rest is a 400. */
const TEXT_STATUSES = [401, 404, 405, 429, 500];

function textProblem(error: GatewayError, headers: Record<string, string>): Reply {
  const status = TEXT_STATUSES.includes(error.status) ? error.status : 400;
  return new Reply(`ERROR:${error.message}`, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
}

function sentenceBody({ message, detail, code }: GatewayError): ErrorResponse {
  return { success: false, error: message, ...(detail === undefined ? {} : { message: detail }), code };
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
