import type { SessionState } from "@/lib/smpp/session/events";

const OTHER_PORT = "The port may be another service's, or one with TLS";

/** The reasons for which a link ends after a state that lasted too long. */
export const STATE_ENDS: Record<SessionState, string> = {
  open: `the bind was not answered. ${OTHER_PORT}.`,
  bound: "the link was bound for too long",
  draining: "stopped, with requests that were not answered",
  unbinding: "unbound, without an answer",
  unbound: "unbound",
  ended: "the peer did not close the connection",
};

/** Returns the reason for which a link ended after the peer closed the connection or the connection failed. */
export function closedReason(state: SessionState, error?: Error): string {
  const what = error ? `the connection failed: ${error.message}` : "the peer closed the connection";
  if (state !== "open") return what;
  const cause = /alert|certificate/i.test(error?.message ?? "")
    ? "The network may want a client certificate: set cert and key"
    : `${OTHER_PORT}, or the network does not let in the address of this server`;
  return `the bind was not answered: ${what}. ${cause}.`;
}

const SERVICES: readonly (readonly [octets: RegExp, service: string])[] = [
  [/^HTTP/, "an HTTP server answered"],
  [/^SSH-/, "an SSH server answered"],
  [/^220[ -]/, "a mail or file server answered"],
  [/^(\+OK|\* OK)/, "a mail server answered"],
  [/^[ -~]{4}/, "another service answered"],
];

/** The types of TLS records, from `change_cipher_spec` to `application_data`, and the major version behind them. */
const FIRST_RECORD = 0x14;
const LAST_RECORD = 0x17;
const TLS_MAJOR = 3;

/**
 * Returns the reason for which a link ended after a length that no PDU has. The octets may reveal another service.
 */
export function foreignReason(length: number): string {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(length);
  const [first = 0, second] = octets;
  const wrong = `the peer sent a length of ${length}, which no PDU has`;
  if (first >= FIRST_RECORD && first <= LAST_RECORD && second === TLS_MAJOR)
    return `the peer answered with TLS. Set tls, or use the port without TLS (${wrong}).`;
  const text = octets.toString("latin1");
  const service = SERVICES.find(([form]) => form.test(text))?.[1];
  return service ? `${service}. Check port (${wrong}).` : `${wrong}. ${OTHER_PORT}.`;
}
