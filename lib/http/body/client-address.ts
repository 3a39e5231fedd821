import ipaddr from "ipaddr.js";
import { BoundedMap } from "@/lib/bounded-map";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";

/**
 * Returns the address that a request came from, for limits of failures (rules: client addresses). The server in front
 * of the handlers writes it into `X-Forwarded-For` and replaces a value that a client sent. Only the last entry
 * counts.
 */
export function clientAddress(request: GatewayRequest): string {
  return forwardedAddress(request.header("x-forwarded-for"));
}

/** Returns the same from the header `X-Forwarded-For` alone. */
export function forwardedAddress(header: string | null): string {
  return callerOf(header?.split(",").at(-1)?.trim() ?? "");
}

/**
 * Returns the caller that an address counts as (rules: wrong secrets). An IPv6 caller is its /64, since one
 * subscriber has all of it.
 */
export function callerOf(given: string): string {
  const known = callers.get(given);
  if (known !== undefined) return known;
  const caller = readCaller(given);
  if (given.length <= LONGEST_ADDRESS) callers.set(given, caller);
  return caller;
}

/**
 * The callers of recent addresses. Most addresses come again, and parsing one takes longer than authenticating its
 * request.
 */
const callers = new BoundedMap<string>(1_000);
const LONGEST_ADDRESS = 53;

/** An address with its client's port, as some proxies write it. An IPv6 address is in brackets. */
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
