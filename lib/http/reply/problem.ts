import type { ErrorCode, ErrorResponse } from "@/lib/contracts/base/error";
import type { Callers, ErrorStyle, Statuses } from "@/lib/contracts/base/operation";
import { databaseFailure } from "@/lib/db/unavailable";
import { GatewayError, isGatewayError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply/reply";

/** The form of an endpoint's errors. `callers` are the credentials that a 401 requests. */
type ProblemStyle = {
  style?: ErrorStyle | undefined;
  statuses?: Statuses | undefined;
  callers?: Callers | undefined;
};

/**
 * Returns the error response; no other function writes one
 * (rules: error body, token errors, legacy errors, unknown outcomes). It contains the errors that the caller may
 * know. Any other error is a 500 that only has the request id.
 */
export function problem(
  error: unknown,
  requestId: string,
  { style = "sentence", statuses = {}, callers = "account" }: ProblemStyle = {},
): Reply {
  const known = knownError(error, requestId);
  const headers = { "Cache-Control": "no-store", ...known.headers };
  if (style === "text") return textProblem(known, headers);
  return Reply.json(style === "oauth" ? oauthBody(known) : sentenceBody(known), {
    status: statuses[known.code] ?? known.status,
    headers: {
      ...headers,
      ...(known.status === 401 && known.code !== "invalid_key" && style === "sentence"
        ? { "WWW-Authenticate": challenges(known, callers) }
        : {}),
    },
  });
}

/** Returns the value of `WWW-Authenticate`: the credentials that a caller may try. */
function challenges(error: GatewayError, callers: Callers): string {
  const bearer = error.headers["WWW-Authenticate"] ?? "Bearer";
  return callers === "account-or-basic"
    ? `${bearer}, Basic realm="Messaging gateway", charset="UTF-8"`
    : bearer;
}

/**
 * The statuses that a caller of the legacy endpoint knows, beside those of the protocol itself. All others become
 * 400.
 */
const TEXT_STATUSES = [401, 404, 405, 429, 500, 503];

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
  const code = codeIn("oauth", error);
  return { success: false, error: code, message: error.message, code };
}

/** Returns the code in the body. */
function codeIn(style: ErrorStyle, error: GatewayError): ErrorCode {
  return style === "oauth" && error.status === 400 ? "invalid_request" : error.code;
}

/** Returns the code and the sentence of an error as `problem` writes them. */
export function toldError(
  error: unknown,
  requestId: string,
  style: ErrorStyle = "sentence",
): { code: ErrorCode; message: string } {
  const known = knownError(error, requestId);
  return { code: codeIn(style, known), message: known.message };
}

function knownError(error: unknown, requestId: string): GatewayError {
  return isGatewayError(error) ? error : unexpected(error, requestId);
}

function unexpected(error: unknown, requestId: string): GatewayError {
  const failure = databaseFailure(error);
  if (failure === "unavailable") {
    const sentence = "The service is unavailable. Nothing was changed. Try again in a second.";
    return new GatewayError("unavailable", sentence, { "Retry-After": "1" });
  }
  const what =
    failure === "outcome-unknown"
      ? "The connection to the database was lost, so the outcome of this request is unknown. Look for its effect before you repeat it, or repeat it with its Idempotency-Key."
      : "Something went wrong on our side.";
  return new GatewayError("internal_error", `${what} Quote request ${requestId} when you ask about it.`);
}
