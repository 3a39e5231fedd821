import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** What has been handed out of IPv6 for the public Internet; all else is for special use or for the future. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address belongs to one machine on the public Internet (rules: webhook urls, public addresses). Private,
 * loopback and link-local addresses do not, nor any other range of special use, nor IPv6 ranges that lead back into
 * IPv4 (NAT64, 6to4, Teredo). An IPv4-mapped IPv6 address is judged by the IPv4 address inside.
 * @param address in the notation of the system's resolver; decimal, octal or hexadecimal IPv4 spellings, zones and
 * names are not public. An address out of a URL must have been through `URL` and be without its brackets.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js would read "0177.0.0.1" and "2130706433" too; whoever connects might read them otherwise.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.process(isIP(address) === 6 ? inHexadecimal(address) : address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** An IPv6 address without dotted numbers, in which ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`. */
function inHexadecimal(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
