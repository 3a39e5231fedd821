/** An attempt to connect. `hasTcp`: TCP was established, so that TLS failed. */
export type Attempt = { host: string; port: number; isTls: boolean; hasTcp: boolean; timeoutMs: number };

type Words = (attempt: Attempt & { at: string }) => string;

const NO_TLS = "The port may be one without TLS.";

/** The causes by the code of an error, in Node's and in OpenSSL's words. */
const CAUSES: readonly (readonly [codes: RegExp, words: Words])[] = [
  [/^ECONNREFUSED$/, ({ at }) => `${at} refused the connection. Check host and port.`],
  [/^ENOTFOUND$/, ({ host }) => `DNS has no entry for ${host}. Check host.`],
  [/^EAI_/, ({ host }) => `DNS did not answer for ${host}.`],
  [
    /^(ETIMEDOUT|ETIME)$/,
    ({ at }) => `${at} did not answer. Check host and port, and whether the network lets in this server.`,
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    ({ at }) => `there is no route to ${at}. Check host.`,
  ],
  [/^(EACCES|EPERM)$/, ({ at }) => `this machine may not connect to ${at}.`],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET|CERT_UNTRUSTED|CERT_CHAIN_TOO_LONG|INVALID_CA|CERT_SIGNATURE_FAILURE/,
    () => "an unknown authority issued the certificate. Set the authority's certificate as ca.",
  ],
  [/^CERT_HAS_EXPIRED$/, () => "the certificate has expired. The network has to renew it."],
  [/^CERT_NOT_YET_VALID$/, () => "the certificate is not valid yet. Check the clock of this server."],
  [
    /ALTNAME|HOSTNAME_MISMATCH/,
    () =>
      "the certificate is for another name. Set the certificate's name as serverName, if the network confirms it.",
  ],
  [/^CERT_|CRL|^INVALID_PURPOSE$/, () => "the certificate is not valid."],
  [
    /VERSION_TOO_LOW|UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION/,
    () => "the network speaks no TLS 1.2 or later.",
  ],
  [
    /NO_PROTOCOLS|NO_SHARED_CIPHER|HANDSHAKE_FAILURE|CERTIFICATE_REQUIRED|ALERT_(BAD|UNKNOWN|UNSUPPORTED)_C|ALERT_CERTIFICATE|ALERT_UNKNOWN_CA|ALERT_ACCESS_DENIED/,
    () => "the network refused the TLS handshake. It may want a client certificate: set cert and key.",
  ],
  [/UNRECOGNIZED_NAME/, () => "the network has no such name. Set serverName."],
];

/** Returns the words of a TLS failure on an established connection. */
function tlsFailure(error: unknown, { at, timeoutMs }: Attempt & { at: string }): string {
  const began = "TCP was established, but TLS got no answer";
  if (error === "no answer") return `${began} within ${timeoutMs} ms. ${NO_TLS}`;
  const isClosed = error === "closed" || /^(ECONNRESET|EPIPE)$/.test(codeOf(error));
  return isClosed
    ? `${began}: ${at} closed the connection. ${NO_TLS}`
    : `${began}: ${at} answered without TLS. ${NO_TLS}`;
}

/**
 * Returns the cause of a failed attempt in words: the address, the setting to check, and the system's own message. It
 * has no secrets.
 * @param error the error; "no answer" after the time was over, "closed" if the peer closed the connection.
 */
export function failureOf(error: unknown, attempt: Attempt): string {
  const { host, port, isTls, hasTcp, timeoutMs } = attempt;
  const told = { ...attempt, at: `${host.includes(":") ? `[${host}]` : host}:${port}` };
  const code = codeOf(error);
  const known = CAUSES.find(([codes]) => codes.test(code));
  const own = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  if (known) return `${known[1](told)}${own}`;
  if (isTls && hasTcp) return `${tlsFailure(error, told)}${own}`;
  if (error === "no answer")
    return `${told.at} did not answer within ${timeoutMs} ms. Check host and port, and whether the network lets in this server.`;
  if (error === "closed") return `${told.at} closed the connection.`;
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
