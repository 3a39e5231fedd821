import { parse } from "tldts";

/** The longest name that DNS resolves, in ASCII characters. */
export const MAX_HOST_LENGTH = 253;

/** The longest name before it is made canonical. The worst case is a percent-encoded two-byte letter. */
const MAX_RAW_LENGTH = 9 * MAX_HOST_LENGTH;

const PLAIN_HOST = /^[a-z0-9._-]+$/;
const ENDS_IN_WORD = /(?:^|\.)[a-z]+$/;
const IP_ADDRESS = /^(?:\[.+\]|[0-9]+(?:\.[0-9]+){3})$/;

/**
 * Returns a host in the spelling of browsers: lower case, punycode, no trailing dots. With `asUrl` it is read as the
 * host of a URL: `%65` is a letter, `0x7f.1` an address, and IPv6 is in brackets. Never throws.
 * @returns null for anything but a host, and for more than 253 characters (rules: links).
 */
export function canonicalHost(raw: string, asUrl: boolean): string | null {
  if (raw === "" || raw.length > MAX_RAW_LENGTH) {
    return null;
  }
  const lower = trimEdges(raw, "", ".").toLowerCase();
  if (PLAIN_HOST.test(lower) && (!asUrl || ENDS_IN_WORD.test(lower))) {
    return lower.length <= MAX_HOST_LENGTH ? lower : null;
  }
  const url = `http://${lower}/`;
  if (lower === "" || !URL.canParse(url)) {
    return null;
  }
  const host = trimEdges(new URL(url).hostname, "", ".");
  return host !== "" && host.length <= MAX_HOST_LENGTH ? host : null;
}

/** Returns whether a canonical host is an IPv4 address, or an IPv6 address in brackets. Never throws. */
export function isAddress(host: string): boolean {
  return IP_ADDRESS.test(host);
}

/** Returns whether a canonical host has two labels or more, the last of them a real top-level domain (ICANN's). Never throws. */
export function endsInTopLevelDomain(host: string): boolean {
  const dot = host.lastIndexOf(".");
  return dot > 0 && isTopLevelDomain(host.slice(dot + 1));
}

/** Returns whether a label is a real top-level domain, in any spelling. Never throws. */
export function isTopLevelDomain(label: string): boolean {
  const name = canonicalHost(label, false);
  return name !== null && !name.includes(".") && parse(name, { extractHostname: false }).isIcann === true;
}

/**
 * Drops characters of two small sets from the ends. A pattern anchored at the end would take quadratic time. Never
 * throws.
 */
export function trimEdges(text: string, leading: string, trailing: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && leading.includes(text.charAt(start))) {
    start++;
  }
  while (end > start && trailing.includes(text.charAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}
