import ipaddr from "ipaddr.js";

/**
 * The address a request came from, for limiting failures. The server in front of the handlers writes it into
 * `X-Forwarded-For`, replacing what a client sent; only its last entry is believed. An IPv6 caller is its /64: a
 * subscriber has all of it.
 */
export function clientAddress(request: Request): string {
  const last = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  if (!ipaddr.isValid(last)) return "unknown";
  const address = ipaddr.process(last);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
