import {
  canonicalHost,
  endsInTopLevelDomain,
  isAddress,
  isTopLevelDomain,
  MAX_HOST_LENGTH,
  trimEdges,
} from "@/lib/sms/links/hosts";

const NON_ASCII = /[^\0-\x7f]/;
const ASCII_HOST = /[\w.-]+/g;

/**
 * Characters of a host, including symbols because of emoji domains. The length is bounded: an unbounded pattern
 * overflows its stack on megabytes of text.
 */
const UNICODE_HOST = /[\w.\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,2000}/gu;

/** An emoji directly before the first letter of a domain belongs to the sentence, not to the domain. */
const LEADING_SYMBOLS = /^[\p{So}\p{EMod}]{1,100}(?=[\p{L}\p{N}])/u;

/** Letters of scripts without capitals. Many of these scripts have no spaces, and no such letter looks like a Latin one. */
const CASELESS =
  "(?:(?![\\p{Script=Latin}\\p{Script=Lisu}])\\p{Lo}" +
  "|[\\u0640\\u0e46\\u0ec6\\u3005\\u3031-\\u3035\\u303b\\u309d\\u309e\\u30fc-\\u30fe\\uff70])";

/** The place inside a label at which a text in such a script ends before a domain. */
const SCRIPT_CHANGE = new RegExp(`(?<=${CASELESS}\\p{M}{0,4})(?=[a-z0-9])`, "giu");

/** Letters of one script, up to a character that no top-level domain has. */
const FOREIGN = "(?!\\p{Script=Latin})[\\p{L}\\p{M}]";
const LETTERS =
  "(?:xn--[a-z0-9]{1,59}(?![a-z0-9])" +
  "|\\p{Script=Latin}{2,63}(?![\\p{Script=Latin}\\p{Nd}\\p{M}])" +
  `|(?:${FOREIGN}){2,63}(?!${FOREIGN}|\\p{Nd}))`;
const HEAD = new RegExp(`^${LETTERS}`, "iu");

/** The first letters of any later label, before another script or a symbol. */
const ENDED = new RegExp(`\\.(${LETTERS})(?=[^._%-])`, "giu");

const IPV4_START = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9]|\.[\p{L}\p{N}])/u;

/** The most labels of a host: each has at least a character and a dot. */
const MAX_LABELS = Math.ceil(MAX_HOST_LENGTH / 2);

/** The last label of a host in letters, which may be a top-level domain that is newer than the list. */
const PLAIN_LABEL = /(?:^|\.)[a-z]+$/;

/**
 * Returns each stretch of characters that a host may contain, with its index, one after the other. An array would take
 * a hundred times the memory of the text. Linear in the length; never throws.
 */
export function hostCandidates(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(NON_ASCII.test(text) ? UNICODE_HOST : ASCII_HOST);
}

/**
 * Returns the names in one stretch of host characters, in order. It splits the stretch at an ellipsis, and between a
 * domain and adjoining letters of another script. Linear in the length; never throws.
 */
export function namesIn(candidate: string): string[] {
  const pieces = candidate.split(/\.{2,}/);
  const names = NON_ASCII.test(candidate) ? pieces.flatMap(partScripts) : pieces;
  return names.map((name) => trimEdges(name.replace(LEADING_SYMBOLS, ""), "._-", "._-"));
}

function partScripts(piece: string): string[] {
  const parts = piece.split(SCRIPT_CHANGE).flatMap(partEnded);
  const whole = parts.length > 1 ? canonicalHost(piece, false) : null;
  // A browser reads styled letters, such as circled ones, as plain ones, so the whole piece may be one domain.
  if (whole !== null && !whole.includes("xn--") && endsInTopLevelDomain(whole)) parts.splice(1, 0, whole);
  return parts;
}

/** Splits a name after each top-level domain before letters of another script. */
function partEnded(name: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: match, 1: label = "", index } of name.matchAll(ENDED)) {
    const end = index + match.length;
    if (index === from || !isTopLevelDomain(label)) continue;
    parts.push(name.slice(from, end));
    from = end;
  }
  return [...parts, name.slice(from)];
}

/**
 * Returns the canonical domain at the beginning of a name (rules: links). It begins with `www.`, or has two or more
 * labels under a real top-level domain. Dashes and words after a top-level domain are excluded. Returns null for other
 * names, such as numbers with dots. Linear in the length; never throws.
 */
export function bareHost(name: string): string | null {
  if (!name.includes(".")) return null;
  const whole = canonicalHost(name, false);
  if (whole !== null && endsInTopLevelDomain(whole)) return whole;
  const end = endOfHost(name, true);
  if (end !== null) return canonicalHost(name.slice(0, end), false);
  return whole?.startsWith("www.") ? whole : null;
}

/**
 * Returns the canonical hosts of the characters after `://`, and the length of the characters that belong to them
 * (rules: links). Usually the list has one host. It has two if a handset may end the host before letters of another
 * script that a browser includes. Linear in the length; never throws.
 */
export function urlHosts(raw: string): { hosts: string[]; length: number } {
  const whole = canonicalHost(raw, true) ?? canonicalHost(raw, false);
  const [ended, after] = NON_ASCII.test(raw) ? partEnded(raw) : [];
  const shorter = ended !== undefined && after !== undefined ? canonicalHost(ended, false) : null;
  const others = shorter === null ? [] : [shorter];
  if (whole !== null && isCertain(whole)) return { hosts: [whole, ...others], length: raw.length };
  if (ended !== undefined && shorter !== null) return { hosts: others, length: ended.length };
  const end = IPV4_START.exec(raw)?.[0].length ?? endOfHost(raw, false) ?? raw.length;
  const host = end === raw.length ? whole : canonicalHost(raw.slice(0, end), true);
  return host === null ? { hosts: [], length: 0 } : { hosts: [host], length: end };
}

/**
 * Returns whether a browser may reach a host: an address, a name under a top-level domain, or a name under a possible
 * newer one.
 */
function isCertain(host: string): boolean {
  return isAddress(host) || PLAIN_LABEL.test(host) || endsInTopLevelDomain(host);
}

/**
 * Returns the end of the longest host under a real top-level domain at the beginning of a name. A dash, an underscore,
 * a symbol or letters of another script follow it, or a dot. With `anyDot` any label may follow the dot, otherwise only
 * one in another script.
 * @returns null if the name has no such host.
 */
function endOfHost(name: string, anyDot: boolean): number | null {
  for (let end = lastLabelEnd(name); end > 0; ) {
    const start = name.lastIndexOf(".", end - 1) + 1;
    if (start === 0) return null;
    const label = name.slice(start, end);
    const head = HEAD.exec(label)?.[0] ?? "";
    const isEnded =
      head.length < label.length || end === name.length || anyDot || startsForeign(name, end + 1);
    if (head !== "" && start > 1 && isEnded && isTopLevelDomain(head)) return start + head.length;
    end = start - 1;
  }
  return null;
}

/** Returns the end of the last possible label of a name with the longest length. */
function lastLabelEnd(name: string): number {
  let end = -1;
  for (let labels = 0; labels < MAX_LABELS; labels++) {
    end = name.indexOf(".", end + 1);
    if (end === -1) return name.length;
  }
  return end;
}

function startsForeign(name: string, index: number): boolean {
  return /^[^\0-\x7f\p{Script=Latin}]/u.test(name.slice(index, index + 2));
}
