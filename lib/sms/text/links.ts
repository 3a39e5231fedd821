import { parse } from "tldts";
import { bareHosts, canonicalHost, hostCandidates, MAX_HOST_LENGTH } from "@/lib/sms/text/hosts";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** A text without one of these has no link. */
const MAY_HAVE_LINK = /[.:\u3002\uff0e\uff61]/;

/** Nor has one whose dots all end a sentence. */
const LINK_SHAPE = /:\/\/|\.[^\s.]/;

/** The dots of East Asian input methods, which browsers read as dots in a host (UTS 46). */
const IDEOGRAPHIC_DOTS = /[\u3002\uff0e\uff61]/g;

/** Stretches without a character that ends a link. */
const RUN = /[^\s"<>\\^`{|}]+/g;

const NON_ASCII = /[^\0-\x7f]/;

/** Bounded: an unbounded pattern overflows its stack on megabytes of text. */
const URL_HOST = /^(?:\[[0-9a-f:.]{0,50}\]|[\w.%\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,4000})/iu;

/** A character that may end the local part of an email address. */
const LOCAL_PART_END = /[\p{L}\p{N}_%+.-]/u;
const PATH_START = /^(?::[0-9]{1,5})?[/?#]/;

const IP_ADDRESS = /^(?:\[.+\]|[0-9]+(?:\.[0-9]+){3})$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The suffixes of hosting providers count: an approval of one customer's page is none of another's. */
const SUFFIXES = { extractHostname: false, allowPrivateDomains: true };

/**
 * The hosts of all links in a text: distinct, lower-case ASCII (punycode), sorted (rules: links). A link is
 * `scheme://host` with any scheme, `www.` and more, or a bare domain under a real top-level domain. Email
 * addresses and numbers with dots are no links. IPv6 addresses are in brackets. Invisible characters are
 * dropped first, as some handsets do, so that they hide no host. Pass the text as it is sent: folding can
 * join words that the caller wrote apart. Linear in the length; never throws.
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

/** The host behind `://`. Credentials up to the last `@` are no host, and a path is not searched. */
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

/** Bare domains, up to the first with a path: the rest belongs to that link. */
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
 * The domains that approve a canonical host, any one of them (rules: domain approval): itself and its
 * parents, down to the registrable domain. A public suffix approves nothing, even a hosting provider's: only
 * itself approves `foo.github.io`. An address or a name of one label is approved by itself. The list is empty
 * for a public suffix and for a name that is too long. Never throws.
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
 * The domain that an account asks to approve, in the spelling of `linkHosts` (rules: domain approval). Never
 * throws.
 * @returns null for a public suffix, a name of one label, and anything but a host name or address. That
 * includes a scheme, path, port, credentials, spaces and wildcards.
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
    // Browsers read `1.2.3` and `0x7f.1` as addresses; people who type them hardly do.
    return host === raw.toLowerCase() ? host : null;
  }
  return host.split(".").every((label) => LABEL.test(label)) && parse(host, SUFFIXES).domain !== null
    ? host
    : null;
}
