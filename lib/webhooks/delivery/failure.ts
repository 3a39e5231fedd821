import { GatewayError } from "@/lib/errors";

/** An error for a name that resolved to an address outside the public Internet. */
export class NotPublicError extends Error {
  constructor() {
    super("The address is not public.");
    this.name = "NotPublicError";
  }
}

/** The sentence for each group of error codes of the system, TLS and undici. The first match counts. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+)$/, "The name could not be resolved."],
  [/^ECONNREFUSED$/, "The connection was refused."],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|EACCES)$/, "The host could not be reached."],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, "The connection was closed before the answer was complete."],
  [/^ERR_HTTP2_REFUSED$/, "The receiver refused the request."],
  [/^ERR_HTTP2_(STREAM|SESSION)_ERROR$/, "The connection was closed before the answer was complete."],
  [/^ERR_HTTP2_/, "The answer is not valid HTTP."],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "The certificate is for another name."],
  [/^CERT_HAS_EXPIRED$/, "The certificate has expired."],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|_CRL_/, "The certificate is not trusted."],
  [/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/, "No secure connection could be made."],
  [/^(HTTPParserError|HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_\w+)$/, "The answer is not valid HTTP."],
];

/** The codes of a connection that took too long: undici's own limit, or the system's. */
const CONNECT_TIMEOUT = /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;

/**
 * Returns the reason that an attempt failed, as one sentence that is safe to store and to show. It contains no part
 * of the URL, the addresses or the request.
 * @param error the error of the attempt.
 * @param limits whether the attempt's time was up, and the limits of the attempt and of its connection, in
 * milliseconds.
 */
export function describeFailure(
  error: unknown,
  limits: { timedOut: boolean; timeoutMs: number; connectTimeoutMs: number },
): string {
  if (limits.timedOut) return `No answer within ${limits.timeoutMs / 1000} seconds.`;
  if (error instanceof GatewayError) return "The URL is not allowed.";
  if (error instanceof NotPublicError) return error.message;
  if (isTimeout(error)) return `No connection within ${limits.connectTimeoutMs / 1000} seconds.`;
  const code = codeOf(error);
  return SENTENCES.find(([codes]) => codes.test(code))?.[1] ?? "The request could not be sent.";
}

/** Returns whether an attempt failed because no connection was made in time. */
export function isTimeout(error: unknown): boolean {
  return CONNECT_TIMEOUT.test(codeOf(error));
}

/**
 * Several failed addresses make one error with the code of the first. An error of undici's parser may have only a
 * name.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
