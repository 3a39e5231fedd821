import { parse } from "tldts";

/** The longest name that DNS resolves, in ASCII characters. */
export const MAX_HOST_LENGTH = 253;

/** The longest name before it is made canonical: the worst case is a percent-encoded two-byte letter. */
const MAX_RAW_LENGTH = 9 * MAX_HOST_LENGTH;

const PLAIN_HOST = /^[a-z0-9._-]+$/;
const ENDS_IN_WORD = /(?:^|\.)[a-z]+$/;
const NON_ASCII = /[^\0-\x7f]/;
const ASCII_HOST = /[\w.-]+/g;

/**
 * Characters of a host, with symbols, since there are emoji domains. Bounded: an unbounded pattern overflows
 * its stack on megabytes of text.
 */
const UNICODE_HOST = /[\w.\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,2000}/gu;

/** An emoji directly before the first letter of a domain belongs to the sentence, not to the domain. */
const LEADING_SYMBOLS = /^[\p{So}\p{EMod}]{1,100}(?=[\p{L}\p{N}])/u;

/**
 * A host as browsers spell it: lower case, punycode, no trailing dots. With `asUrl` it is read as the host of
 * a URL: `%65` is a letter, `0x7f.1` an address, and IPv6 is in brackets. Never throws.
 * @returns null for anything that is no host, or is longer than 253 characters (rules: links).
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
 * Every stretch of characters that a host may consist of, with its index, one after the other. All at once
 * would take a hundred times the memory of the text. Linear in the length; never throws.
 */
export function hostCandidates(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(NON_ASCII.test(text) ? UNICODE_HOST : ASCII_HOST);
}

/**
 * The canonical domains in one stretch of host characters (rules: links). They begin with `www.`, or have two
 * labels or more under a top-level domain of the public suffix list's ICANN part. So bare domains count as
 * links, and numbers with dots do not. Mostly there is one or none; around an ellipsis there are more. Never
 * throws.
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

/** Drops characters of two small sets from the ends. A pattern anchored at the end would be quadratic. */
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
