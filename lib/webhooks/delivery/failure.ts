import { GatewayError } from "@/lib/errors";

/** A name led to an address that is not on the public Internet. */
export class NotPublicError extends Error {
  constructor() {
    super("The address is not public.");
    this.name = "NotPublicError";
  }
}

/** The sentence for each group of error codes, of the system, of TLS and of undici; the first that matches. */
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

/** A connection that took too long: undici's own limit, or the system's. */
const CONNECT_TIMEOUT = /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;

/**
 * Why an attempt at a webhook failed, in one sentence that is safe to store and to show. It holds nothing of
 * the URL, of the addresses or of what was sent.
 * @param error what the attempt threw.
 * @param limits whether the attempt's time was up, and how long it and its connection had, in milliseconds.
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

/** Whether what an attempt threw says that no connection came about in time. */
export function isTimeout(error: unknown): boolean {
  return CONNECT_TIMEOUT.test(codeOf(error));
}

/** Several addresses that failed make one error with the first one's code; what undici cannot parse may have a name alone. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
