import { parse } from "tldts";
import { bareHosts, canonicalHost, hostCandidates, MAX_HOST_LENGTH } from "@/lib/sms/text/hosts";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** A text without one of these has no link. */
const MAY_HAVE_LINK = /[.:\u3002\uff0e\uff61]/;

/** Nor has one whose dots all end a sentence. */
const LINK_SHAPE = /:\/\/|\.[^\s.]/;

/** The dots of East Asian input methods, which browsers read as dots in a host (UTS 46). */
const IDEOGRAPHIC_DOTS = /[\u3002\uff0e\uff61]/g;

/** Stretches without a character that ends a link wherever texts are read. */
const RUN = /[^\s"<>\\^`{|}]+/g;

const NON_ASCII = /[^\0-\x7f]/;

/** Bounded: unbounded, a body of megabytes overflows the pattern's stack. */
const URL_HOST = /^(?:\[[0-9a-f:.]{0,50}\]|[\w.%\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,4000})/iu;

/** A character that may end the local part of an e-mail address. */
const LOCAL_PART_END = /[\p{L}\p{N}_%+.-]/u;
const PATH_START = /^(?::[0-9]{1,5})?[/?#]/;

const IP_ADDRESS = /^(?:\[.+\]|[0-9]+(?:\.[0-9]+){3})$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Hosting providers' suffixes count: whoever approves one customer's page approves no other's. */
const SUFFIXES = { extractHostname: false, allowPrivateDomains: true };

/**
 * The hosts of all links in a text: distinct, lower-case ASCII (punycode), sorted (rules: links). A link is
 * `scheme://host` with any scheme, `www.` and more, or a bare domain under a real top-level domain; e-mail addresses
 * and numbers with dots are not. IPv6 addresses are in brackets. Characters that nobody sees are dropped first, so that
 * they hide no host: some handsets drop them as well. Pass the text as it is sent: folding can join what the caller
 * wrote apart. Takes time linear in the length; never throws.
 */
export function linkHosts(text: string): string[] {
  if (!MAY_HAVE_LINK.test(text)) {
    return [];
  }
  const visible = NON_ASCII.test(text) ? withoutInvisible(text).replace(IDEOGRAPHIC_DOTS, ".") : text;
  if (!LINK_SHAPE.test(visible)) {
    return [];
  }
  const hosts = new Set<string>();
  for (const [run] of visible.matchAll(RUN)) {
    if (run.includes(".") || run.includes(":")) {
      scanRun(run, hosts);
    }
  }
  return [...hosts].sort();
}

/** Cuts a run at each `://`: a bare part first, then one link after another. */
function scanRun(run: string, hosts: Set<string>): void {
  let separator = findScheme(run, 0);
  scanBare(separator === -1 ? run : run.slice(0, separator), hosts);
  while (separator !== -1) {
    const start = separator + 3;
    separator = findScheme(run, start);
    scanUrl(separator === -1 ? run.slice(start) : run.slice(start, separator), hosts);
  }
}

/** Where the next `://` after a scheme's last character is, or -1. */
function findScheme(run: string, from: number): number {
  let at = run.indexOf("://", from);
  while (at !== -1 && !/[a-z0-9+.-]/i.test(run.charAt(at - 1))) {
    at = run.indexOf("://", at + 3);
  }
  return at;
}

/** What follows `://`: credentials up to the last `@` are no host, a path is not searched. */
function scanUrl(url: string, hosts: Set<string>): void {
  const pathStart = url.search(/[/?#]/);
  const authority = pathStart === -1 ? url : url.slice(0, pathStart);
  const hostStart = authority.lastIndexOf("@") + 1;
  const raw = URL_HOST.exec(authority.slice(hostStart))?.[0] ?? "";
  const host = canonicalHost(raw, true) ?? canonicalHost(raw, false);
  if (host !== null) {
    hosts.add(host);
  }
  const credentials = authority.slice(0, hostStart);
  if (/[,;()'*!]/.test(credentials)) {
    // Browsers read these as credentials, some handsets as the end of a link.
    scanBare(credentials, hosts);
  }
  const rest = url.slice(host === null ? hostStart : hostStart + raw.length);
  if (host === null || !PATH_START.test(rest)) {
    scanBare(rest, hosts);
  }
}

/** Bare domains, until one is followed by a path: what comes after belongs to that link. */
function scanBare(part: string, hosts: Set<string>): void {
  if (!part.includes(".")) {
    return;
  }
  const candidates = hostCandidates(part);
  let following: RegExpExecArray | undefined = candidates.next().value;
  while (following) {
    const candidate = following;
    const next: RegExpExecArray | undefined = candidates.next().value;
    following = next;
    const end = candidate.index + candidate[0].length;
    const isLocalPart = part[end] === "@" && next?.index === end + 1 && bareHosts(next[0]).length > 0;
    if (isLocalPart || isAfterLocalPart(part, candidate.index)) {
      continue;
    }
    const found = bareHosts(candidate[0]);
    for (const host of found) {
      hosts.add(host);
    }
    if (found.length > 0 && PATH_START.test(part.slice(end, end + 7))) {
      return;
    }
  }
}

function isAfterLocalPart(part: string, start: number): boolean {
  return part[start - 1] === "@" && LOCAL_PART_END.test(part.charAt(start - 2));
}

/**
 * The domains any one of which approves a canonical host: itself and its parents, down to the registrable
 * domain (rules: domain approval). A public suffix approves nothing, those of hosting providers
 * included: `foo.github.io` is approved by itself alone. An address, or a name of one label, is approved by
 * itself; a public suffix, and what is too long for a host, by nothing, hence an empty list. Never throws.
 */
export function approvingDomains(host: string): string[] {
  if (host.length > MAX_HOST_LENGTH) return [];
  const { domain, publicSuffix, isIcann, isPrivate } = parse(host, SUFFIXES);
  if (domain === null) {
    return publicSuffix === host && (isIcann || isPrivate) ? [] : [host];
  }
  const labels = host.split(".");
  const parents = labels.length - domain.split(".").length;
  return Array.from({ length: parents + 1 }, (_, dropped) => labels.slice(dropped).join("."));
}

/**
 * What an account asks to approve, in the spelling `linkHosts` uses, or null when that cannot be approved:
 * anything but a host name or address (scheme, path, port, credentials, spaces, wildcards), a public suffix,
 * a name of one label (rules: domain approval). Never throws.
 */
export function parseApprovableDomain(input: string): string | null {
  const raw = input.replace(IDEOGRAPHIC_DOTS, ".");
  if (URL_HOST.exec(raw)?.[0] !== raw || raw.includes("%")) {
    return null;
  }
  const host = canonicalHost(raw, true);
  if (host === null) {
    return null;
  }
  if (IP_ADDRESS.test(host)) {
    // `1.2.3` and `0x7f.1` are addresses to a browser, hardly to whoever typed them.
    return host === raw.toLowerCase() ? host : null;
  }
  return host.split(".").every((label) => LABEL.test(label)) && parse(host, SUFFIXES).domain !== null
    ? host
    : null;
}
