import { env } from "@/lib/env";

/**
 * Where the API is called: the address that the settings name, else the one that was just called; and the second host.
 * @param headers of the request that asks.
 * @param reached the address that the request came in by, which may be one inside the server.
 */
export function addresses(headers: Headers, reached: URL): [string, ...string[]] {
  const { appUrl, legacyHost } = env();
  return [
    appUrl ?? calledAddress(headers, reached),
    ...(legacyHost === undefined ? [] : [`https://${legacyHost}`]),
  ];
}

/** The host that the caller named; whether by TLS, a proxy in front says, where the settings know of one. */
function calledAddress(headers: Headers, { protocol, host }: URL): string {
  const scheme = env().trustProxyHops > 0 ? headers.get("x-forwarded-proto") : null;
  const address = `${scheme === "https" ? "https:" : protocol}//${headers.get("host") ?? host}`;
  // A host that is none leads nowhere; what the request came in by still does.
  return URL.canParse(address) ? new URL(address).origin : `${protocol}//${host}`;
}
