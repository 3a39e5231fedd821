import { canonicalHost } from "@/lib/sms/links/hosts";

/** An email address, in lower case, its domain as name servers know it. */
export type EmailAddress = { address: string; domain: string };

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,240}$/;

/** Longest address (RFC 5321). */
const MAX_CHARACTERS = 254;

/** Reads an address; null if no sender could have it. Never throws. */
export function readAddress(given: string): EmailAddress | null {
  const at = given.lastIndexOf("@");
  const local = given.slice(0, at).trim().toLowerCase();
  const domain = canonicalHost(given.slice(at + 1).trim(), false);
  if (at < 1 || !LOCAL_PART.test(local) || domain === null || !domain.includes(".")) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_CHARACTERS ? { address, domain } : null;
}
