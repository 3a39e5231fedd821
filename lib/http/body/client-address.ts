import ipaddr from "ipaddr.js";
import { BoundedMap } from "@/lib/bounded-map";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";

/**
 * The address a request came from, for limiting failures (rules: client addresses). The server in front of the handlers
 * writes it into `X-Forwarded-For`, replacing what a client sent; only its last entry is believed.
 */
export function clientAddress(request: GatewayRequest): string {
  return forwardedAddress(request.header("x-forwarded-for"));
}

/** The same by the header `X-Forwarded-For` alone. */
export function forwardedAddress(header: string | null): string {
  return callerOf(header?.split(",").at(-1)?.trim() ?? "");
}

/**
 * Who is behind an address, as far as limits go (rules: wrong secrets). An IPv6 caller is its /64, since a
 * subscriber has all of it.
 */
export function callerOf(given: string): string {
  const known = callers.get(given);
  if (known !== undefined) return known;
  const caller = readCaller(given);
  if (given.length <= LONGEST_ADDRESS) callers.set(given, caller);
  return caller;
}

/** Of the addresses that came last: most come again, and to read one takes longer than to authenticate its request. */
const callers = new BoundedMap<string>(1_000);
const LONGEST_ADDRESS = 53;

/** An address as some proxies write it, with its client's port: of IPv6 in brackets. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i;

function readCaller(given: string): string {
  const [, six, four] = WITH_PORT.exec(given) ?? [];
  const written = six ?? four ?? given;
  if (!ipaddr.isValid(written)) return "unknown";
  const address = ipaddr.process(written);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
