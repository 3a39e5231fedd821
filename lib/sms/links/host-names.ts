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
 * Characters of a host, with symbols, since there are emoji domains. Bounded: an unbounded pattern overflows
 * its stack on megabytes of text.
 */
const UNICODE_HOST = /[\w.\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,2000}/gu;

/** An emoji directly before the first letter of a domain belongs to the sentence, not to the domain. */
const LEADING_SYMBOLS = /^[\p{So}\p{EMod}]{1,100}(?=[\p{L}\p{N}])/u;

/** Letters of scripts without capitals, many of them written without spaces. None looks like a Latin letter. */
const CASELESS =
  "(?:(?![\\p{Script=Latin}\\p{Script=Lisu}])\\p{Lo}" +
  "|[\\u0640\\u0e46\\u0ec6\\u3005\\u3031-\\u3035\\u303b\\u309d\\u309e\\u30fc-\\u30fe\\uff70])";

/** The place inside a label where a text in such a script ends, in front of a domain. */
const SCRIPT_CHANGE = new RegExp(`(?<=${CASELESS}\\p{M}{0,4})(?=[a-z0-9])`, "giu");

/** Letters of one script, up to a character that no top-level domain has. */
const FOREIGN = "(?!\\p{Script=Latin})[\\p{L}\\p{M}]";
const LETTERS =
  "(?:xn--[a-z0-9]{1,59}(?![a-z0-9])" +
  "|\\p{Script=Latin}{2,63}(?![\\p{Script=Latin}\\p{Nd}\\p{M}])" +
  `|(?:${FOREIGN}){2,63}(?!${FOREIGN}|\\p{Nd}))`;
const HEAD = new RegExp(`^${LETTERS}`, "iu");

/** The letters that a label other than the first begins with, in front of another script or a symbol. */
const ENDED = new RegExp(`\\.(${LETTERS})(?=[^._%-])`, "giu");

const IPV4_START = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9]|\.[\p{L}\p{N}])/u;

/** Each label takes a character and a dot. */
const MAX_LABELS = Math.ceil(MAX_HOST_LENGTH / 2);

/** A label of letters may be a top-level domain that is newer than the list. */
const PLAIN_LABEL = /(?:^|\.)[a-z]+$/;

/**
 * Every stretch of characters that a host may consist of, with its index, one after the other. All at once
 * would take a hundred times the memory of the text. Linear in the length; never throws.
 */
export function hostCandidates(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(NON_ASCII.test(text) ? UNICODE_HOST : ASCII_HOST);
}

/**
 * Returns the names in one stretch of host characters, in order: parted at an ellipsis, and around letters of another script that
 * follow a domain or precede it without a space. Linear in the length; never throws.
 */
export function namesIn(candidate: string): string[] {
  const pieces = candidate.split(/\.{2,}/);
  const names = NON_ASCII.test(candidate) ? pieces.flatMap(partScripts) : pieces;
  return names.map((name) => trimEdges(name.replace(LEADING_SYMBOLS, ""), "._-", "._-"));
}

function partScripts(piece: string): string[] {
  const parts = piece.split(SCRIPT_CHANGE).flatMap(partEnded);
  const whole = parts.length > 1 ? canonicalHost(piece, false) : null;
  // A browser reads styled letters, such as circled ones, as plain ones: they may end no domain.
  if (whole !== null && !whole.includes("xn--") && endsInTopLevelDomain(whole)) parts.splice(1, 0, whole);
  return parts;
}

/** Parts a name behind each top-level domain that letters of another script follow. */
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
 * Returns the canonical domain that a name begins with (rules: links). It begins with `www.`, or has two labels or more under a real
 * top-level domain. Dashes and words behind a top-level domain do not belong to it. Null for none, such as numbers with dots.
 * Linear in the length; never throws.
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
 * Returns the canonical hosts that the host characters behind `://` lead to, and how many characters belong to them (rules: links).
 * Mostly there is one. A handset may end a host before letters of another script that a browser takes for a part of it: then
 * both are here. Linear in the length; never throws.
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

/** Returns whether a browser may reach a host: it is an address, a name under a top-level domain, or one that is under none yet. */
function isCertain(host: string): boolean {
  return isAddress(host) || PLAIN_LABEL.test(host) || endsInTopLevelDomain(host);
}

/**
 * Returns the end of the longest host under a real top-level domain that a name begins with. A dash, an underscore, a symbol or letters
 * of another script follow it, or a dot: with `anyDot` before any label, otherwise before one in another script.
 * @returns null when there is none.
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

/** Returns the end of the last label that a name of the longest length can have. */
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
