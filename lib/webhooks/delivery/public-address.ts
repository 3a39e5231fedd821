import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { SPECIAL_ADDRESSES } from "@/lib/webhooks/delivery/special-addresses";

/** The IPv6 range of the public Internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

const SPECIAL = SPECIAL_ADDRESSES.map(([range]) => ipaddr.parseCIDR(range));

/**
 * Returns whether an address belongs to one machine on the public Internet (rules: webhook urls, public addresses).
 * The address must be outside of `SPECIAL_ADDRESSES`, and an IPv6 address must be global unicast. An IPv4-mapped IPv6
 * address counts as the IPv4 address inside.
 * @param address an address in the notation of the system's resolver. Decimal, octal or hexadecimal IPv4 spellings,
 * zones and names are not public. The host of a URL must be the normalised host of `URL`, without brackets.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also accepts "0177.0.0.1" and "2130706433". The connecting code might read them differently.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.process(isIP(address) === 6 ? inHexadecimal(address) : address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return !SPECIAL.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
}

/** Returns an IPv6 address without dotted numbers: with them, ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`. */
function inHexadecimal(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
