import { readAddress } from "@/lib/email-to-sms/reading/address";
import { GatewayError } from "@/lib/errors";
import { parseApprovableDomain } from "@/lib/sms/links/links";

/**
 * Returns an account's entry for its list in the spelling that is stored: an address, or a domain as `@example.com`.
 * A domain does not cover its subdomains.
 * @throws GatewayError `invalid_parameter` for an entry that cannot be confirmed, such as a domain that many share.
 */
export function readSender(given: string): string {
  const asked = given.trim();
  const at = asked.lastIndexOf("@");
  const domain = parseApprovableDomain(asked.slice(at + 1));
  const isName = domain !== null && /[a-z]/.test(domain.slice(domain.lastIndexOf(".") + 1));
  if (isName && at < 1) return `@${domain}`;
  const address = isName ? readAddress(asked) : null;
  if (address) return address.address;
  throw new GatewayError(
    "invalid_parameter",
    "Enter an email address, such as you@example.co.nz, or a domain, such as @example.co.nz.",
  );
}

/**
 * Returns the address that confirms a sender: the sender itself, or the postmaster of a domain (RFC 5321 section
 * 4.5.1).
 */
export function confirmedAt(sender: string): string {
  return sender.startsWith("@") ? `postmaster${sender}` : sender;
}
