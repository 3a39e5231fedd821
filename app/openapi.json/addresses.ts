import { env } from "@/lib/env";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";

/** The parts of a request that decide the address. */
type RequestHeaders = Pick<GatewayRequest, "header">;

/**
 * Returns the addresses of the API: the address in the settings, or else that of the request, and the second
 * host.
 * @param reached the address at which the request arrived, which may be internal to the server.
 */
export function addresses(request: RequestHeaders, reached: URL): [string, ...string[]] {
  const { appUrl, legacyHost } = env();
  return [
    appUrl ?? calledAddress(request, reached),
    ...(legacyHost === undefined ? [] : [`https://${legacyHost}`]),
  ];
}

/**
 * Returns the host that the caller requested. If the settings trust a proxy, its header decides between HTTP
 * and HTTPS.
 */
function calledAddress(request: RequestHeaders, { protocol, host }: URL): string {
  const scheme = env().trustProxyHops > 0 ? request.header("x-forwarded-proto") : null;
  const address = `${scheme === "https" ? "https:" : protocol}//${request.header("host") ?? host}`;
  // An invalid host is replaced by the address at which the request arrived.
  return URL.canParse(address) ? new URL(address).origin : `${protocol}//${host}`;
}
