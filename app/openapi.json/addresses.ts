import { env } from "@/lib/env";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";

/** The parts of a request that an answer depends on. */
type Called = Pick<GatewayRequest, "header">;

/**
 * The addresses of the API: the one in the settings, else the one of the request, and the second host.
 * @param reached the address that the request came in by, which may be one inside the server.
 */
export function addresses(request: Called, reached: URL): [string, ...string[]] {
  const { appUrl, legacyHost } = env();
  return [
    appUrl ?? calledAddress(request, reached),
    ...(legacyHost === undefined ? [] : [`https://${legacyHost}`]),
  ];
}

/**
 * The host that the caller named. A proxy in front says whether it used TLS, where the settings trust one.
 */
function calledAddress(request: Called, { protocol, host }: URL): string {
  const scheme = env().trustProxyHops > 0 ? request.header("x-forwarded-proto") : null;
  const address = `${scheme === "https" ? "https:" : protocol}//${request.header("host") ?? host}`;
  // An invalid host leads nowhere, so the address that the request came in by takes its place.
  return URL.canParse(address) ? new URL(address).origin : `${protocol}//${host}`;
}
