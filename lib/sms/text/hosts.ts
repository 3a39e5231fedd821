import { parse } from "tldts";

/** The longest name DNS resolves, in ASCII characters. */
export const MAX_HOST_LENGTH = 253;

/**
 * Longer before canonicalising, it is too long after: a percent-encoded two-byte letter is the worst case.
 */
const MAX_RAW_LENGTH = 9 * MAX_HOST_LENGTH;

const PLAIN_HOST = /^[a-z0-9._-]+$/;
const ENDS_IN_WORD = /(?:^|\.)[a-z]+$/;
const NON_ASCII = /[^\0-\x7f]/;
const ASCII_HOST = /[\w.-]+/g;

/**
 * Symbols too, because there are emoji domains. Bounded: unbounded, a body of megabytes overflows its stack.
 */
const UNICODE_HOST = /[\w.\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,2000}/gu;

/** An emoji set directly before a domain's first letter is the sentence's, not the domain's. */
const LEADING_SYMBOLS = /^[\p{So}\p{EMod}]{1,100}(?=[\p{L}\p{N}])/u;

/**
 * A host as browsers spell it: lower case, punycode, no trailing dots. With `asUrl` it is read as a URL's
 * host, where `%65` is a letter, `0x7f.1` an address and IPv6 stands in brackets. Null when it is no host or
 * longer than 253 characters (rules: links). Never throws.
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

/**
 * Every stretch of characters a host may consist of, with its index, one after the other: all at once they would take a
 * hundred times the memory of the text. Linear in the length; never throws.
 */
export function hostCandidates(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(NON_ASCII.test(text) ? UNICODE_HOST : ASCII_HOST);
}

/**
 * The canonical domains in one stretch of host characters: those that begin with `www.`, and those of two
 * labels or more under a top-level domain of the public suffix list's ICANN part (rules: links):
 * bare domains count as links, numbers with dots do not. Mostly one or none, more around an ellipsis. Never throws.
 */
export function bareHosts(candidate: string): string[] {
  if (!candidate.includes(".")) {
    return [];
  }
  return candidate.split(/\.{2,}/).flatMap((piece) => {
    const name = trimEdges(piece.replace(LEADING_SYMBOLS, ""), "._-", "._-");
    const host = bareHost(name);
    if (host !== null) {
      return [host];
    }
    // Scripts without spaces run on straight after a domain.
    const runs = NON_ASCII.test(name) ? (name.match(ASCII_HOST) ?? []) : [];
    return runs.map((run) => bareHost(trimEdges(run, "._-", "._-"))).filter((found) => found !== null);
  });
}

function bareHost(name: string): string | null {
  if (!name.includes(".")) {
    return null;
  }
  const host = canonicalHost(name, false);
  return host !== null && (host.startsWith("www.") || endsInTopLevelDomain(host)) ? host : null;
}

function endsInTopLevelDomain(host: string): boolean {
  const dot = host.lastIndexOf(".");
  return dot > 0 && parse(host.slice(dot + 1), { extractHostname: false }).isIcann === true;
}

/**
 * Drops characters of two small sets from the ends. A pattern anchored at the end would take quadratic time.
 */
function trimEdges(text: string, leading: string, trailing: string): string {
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
