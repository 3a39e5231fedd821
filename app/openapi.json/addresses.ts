import { env } from "@/lib/env";

/**
 * The addresses of the API: the one in the settings, else the one of the request, and the second host.
 * @param headers of the request.
 * @param reached the address that the request came in by, which may be one inside the server.
 */
export function addresses(headers: Headers, reached: URL): [string, ...string[]] {
  const { appUrl, legacyHost } = env();
  return [
    appUrl ?? calledAddress(headers, reached),
    ...(legacyHost === undefined ? [] : [`https://${legacyHost}`]),
  ];
}

/**
 * The host that the caller named. A proxy in front says whether it used TLS, where the settings trust one.
 */
function calledAddress(headers: Headers, { protocol, host }: URL): string {
  const scheme = env().trustProxyHops > 0 ? headers.get("x-forwarded-proto") : null;
  const address = `${scheme === "https" ? "https:" : protocol}//${headers.get("host") ?? host}`;
  // An invalid host leads nowhere, so the address that the request came in by takes its place.
  return URL.canParse(address) ? new URL(address).origin : `${protocol}//${host}`;
}
