import { parse } from "tldts";
import { bareHost, hostCandidates, namesIn, urlHosts } from "@/lib/sms/links/host-names";
import { canonicalHost, isAddress, MAX_HOST_LENGTH } from "@/lib/sms/links/hosts";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** A set of characters. Every link contains one of them. */
const MAY_HAVE_LINK = /[.:\u3002\uff0e\uff61]/;

/** The shape of a link. A text without it has no link, for instance if each dot ends a sentence. */
const LINK_SHAPE = /:\/\/|\.[^\s.]/;

/** The dots of East Asian input methods, which browsers read as dots in a host (UTS 46). */
const IDEOGRAPHIC_DOTS = /[\u3002\uff0e\uff61]/g;

/** The at signs of East Asian input methods. */
const WIDE_AT = /[\uff20\ufe6b]/g;

/** Stretches without a character that ends a link. */
const RUN = /[^\s"<>\\^`{|}]+/g;

const NON_ASCII = /[^\0-\x7f]/;

/** The host of a URL. The length is bounded: an unbounded pattern overflows its stack on megabytes of text. */
const URL_HOST = /^(?:\[[0-9a-f:.]{0,50}\]|[\w.%\-\p{L}\p{N}\p{M}\p{So}\p{EMod}]{1,4000})/iu;

/** A quoted local part of an email address (RFC 5321). */
const QUOTED_LOCAL_PART = /"([^"\n]{1,64})"@/g;

/** A character that may end the local part of an email address. */
const LOCAL_PART_END = /[\p{L}\p{N}_%+.-]/u;

/**
 * The rest of a local part after a possible domain (RFC 5322, RFC 6531). A path, a query, a fragment or an exclamation
 * mark more often follows a domain, and handsets end a link at brackets. These characters therefore begin no rest.
 */
const LOCAL_PART_REST = /(?:[\w%+'=&~$\p{L}\p{N}\p{M}-][\w.%+'=&~$/\p{L}\p{N}\p{M}-]{0,62})?@/uy;

const PATH_START = /^(?::[0-9]{1,5})?[/?#]/;

/** A path after an email address. Both together are a link with a user name. */
const ADDRESS_PATH = /^(?::[0-9]{1,5})?\/[\w%~-]/;

/** A path, port or query after an IPv4 address. A bare question mark ends a sentence. */
const IPV4_TAIL = /^(?::[0-9]{1,5}(?![0-9])|\/|\?[\w%])/;
const IPV4 = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/;

/** The most characters of a tail. */
const TAIL_LENGTH = 8;

/** A character that ends a path in a text of another script: punctuation, a symbol, or a letter without capitals. */
const PATH_END = /[^\0-\x7f\p{Lu}\p{Ll}\p{M}\p{Nd}]/u;

/** Characters of credentials that browsers accept, and at which some handsets end a link. */
const CREDENTIALS_END = /[,;()'*!]|[^\0-\x7f]/;

/** The scheme of a second link that follows a first one without a space. */
const GLUED_SCHEME = /https?$/i;

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Hosting providers' suffixes count as public: an approval of one customer's page approves no other customer's page. */
const SUFFIXES = { extractHostname: false, allowPrivateDomains: true };

/**
 * Returns the hosts of all links in a text: distinct, lower-case ASCII (punycode), sorted (rules: links). A link is
 * `scheme://host` with any scheme, a host after `www.`, or a bare domain under a real top-level domain. An IPv4
 * address with a path, port or query is a link too. Whole email addresses and numbers with dots are no links. IPv6
 * addresses are in brackets.
 * Invisible characters are dropped first, as on some handsets, so that they hide no host. Pass the text as it is
 * sent, because folding can join separate words. Linear in the length; never throws.
 */
export function linkHosts(text: string): string[] {
  if (!MAY_HAVE_LINK.test(text)) {
    return [];
  }
  const visible = NON_ASCII.test(text)
    ? withoutInvisible(text).replace(IDEOGRAPHIC_DOTS, ".").replace(WIDE_AT, "@")
    : text;
  if (!LINK_SHAPE.test(visible)) {
    return [];
  }
  const hosts = new Set<string>();
  // Words in quotation marks are scanned separately, unless they are one word of an address.
  const unquoted = visible.replace(QUOTED_LOCAL_PART, (_, local: string) =>
    /\s/.test(local) ? `${local} _@` : "_@",
  );
  for (const [run] of unquoted.matchAll(RUN)) {
    if (run.includes(".") || run.includes(":")) {
      scanRun(run, hosts);
    }
  }
  return [...hosts].sort();
}

/** Splits a run at each `://`: a bare part first, then one link after another. */
function scanRun(run: string, hosts: Set<string>): void {
  let separator = findScheme(run, 0);
  scanBare(upToScheme(run, 0, separator), hosts);
  while (separator !== -1) {
    const start = separator + 3;
    separator = findScheme(run, start);
    scanUrl(upToScheme(run, start, separator), hosts);
  }
}

/** Returns the index of the next `://` after a scheme's last character, or -1. */
function findScheme(run: string, from: number): number {
  let at = run.indexOf("://", from);
  while (at !== -1 && !/[a-z0-9+.-]/i.test(run.charAt(at - 1))) {
    at = run.indexOf("://", at + 3);
  }
  return at;
}

/** Returns the part of a run before a scheme's separator, without a web scheme at its end. */
function upToScheme(run: string, start: number, separator: number): string {
  if (separator === -1) return run.slice(start);
  const scheme = GLUED_SCHEME.exec(run.slice(Math.max(start, separator - 5), separator))?.[0] ?? "";
  return run.slice(start, separator - scheme.length);
}

/** Adds the hosts after `://`. It drops credentials up to the last `@`, and does not search a path. */
function scanUrl(url: string, hosts: Set<string>): void {
  const pathStart = url.search(/[/?#]/);
  const authority = pathStart === -1 ? url : url.slice(0, pathStart);
  const hostStart = authority.lastIndexOf("@") + 1;
  const found = urlHosts(URL_HOST.exec(authority.slice(hostStart))?.[0] ?? "");
  for (const host of found.hosts) {
    hosts.add(host);
  }
  const credentials = authority.slice(0, hostStart);
  if (CREDENTIALS_END.test(credentials)) {
    scanBare(credentials, hosts);
  }
  const rest = url.slice(hostStart + found.length);
  scanBare(found.length > 0 && PATH_START.test(rest) ? behindPath(rest) : rest, hosts);
}

/** Returns the text after a path. Letters with capitals belong to the path in any script. */
function behindPath(text: string): string {
  const end = text.search(PATH_END);
  return end === -1 ? "" : text.slice(end);
}

/** Adds bare domains and addresses. A path ends each stretch and is not searched. */
function scanBare(text: string, hosts: Set<string>): void {
  for (let part: string | null = text; part?.includes("."); ) {
    part = scanToPath(part, hosts);
  }
}

/**
 * Adds bare domains up to the first with a path.
 * @returns the text after that path.
 */
function scanToPath(part: string, hosts: Set<string>): string | null {
  for (const { 0: candidate, index } of hostCandidates(part)) {
    if (!candidate.includes(".")) continue;
    const end = index + candidate.length;
    const tail = part.slice(end, end + TAIL_LENGTH);
    const names = namesIn(candidate);
    if (isLocalPart(part, end)) names.pop();
    const isDomain = part[index - 1] === "@" && LOCAL_PART_END.test(part.charAt(index - 2));
    if (isDomain && !(names.length === 1 && isUsersPath(part, end))) names.shift();
    let isWhole = false;
    for (const [place, name] of names.entries()) {
      const found = hostsIn(name, place === names.length - 1 ? tail : "");
      for (const host of found) hosts.add(host);
      isWhole = found.length > 0 && canonicalHost(name, false) === found[0];
    }
    if (isWhole && PATH_START.test(tail)) return behindPath(part.slice(end));
  }
  return null;
}

/** Returns whether the characters up to an index end in the local part of an email address. */
function isLocalPart(part: string, end: number): boolean {
  LOCAL_PART_REST.lastIndex = end;
  if (!LOCAL_PART_REST.test(part)) return false;
  const [domain] = hostCandidates(
    part.slice(LOCAL_PART_REST.lastIndex, LOCAL_PART_REST.lastIndex + MAX_HOST_LENGTH),
  );
  return domain?.index === 0 && bareHost(namesIn(domain[0])[0] ?? "") !== null;
}

/** Returns whether a path, without a second address after a slash, follows the domain of an email address. */
function isUsersPath(part: string, end: number): boolean {
  const [path] = ADDRESS_PATH.exec(part.slice(end, end + TAIL_LENGTH)) ?? [];
  return path !== undefined && !isLocalPart(part, end + path.length);
}

/** Returns the hosts of one name. Characters outside of hosts split the name. */
function hostsIn(name: string, tail: string): string[] {
  const host = IPV4.test(name) ? linkedAddress(name, tail) : bareHost(name);
  if (host !== null) return [host];
  return NON_ASCII.test(name) ? (name.match(/[\w.-]+/g) ?? []).flatMap((part) => bareHost(part) ?? []) : [];
}

/** Returns an IPv4 address before a path, port or query. Without these it may be a version number. */
function linkedAddress(name: string, tail: string): string | null {
  if (!IPV4_TAIL.test(tail) || name.split(".").some((part) => Number(part) > 255)) return null;
  return canonicalHost(name, true) ?? name;
}

/**
 * Returns the domains that approve a canonical host (rules: domain approval): the host and its parents, down to the
 * registrable domain. A public suffix approves no host, even a hosting provider's: only `foo.github.io` approves
 * itself. An address or a name of one label is approved only by itself. The list is empty for a public suffix and for a
 * name that is too long. Never throws.
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
 * Returns the domain of an account's approval request, in the spelling of `linkHosts` (rules: domain approval). Never
 * throws.
 * @returns null for a public suffix, a name of one label, and anything but a host name or address. That includes a
 * scheme, path, port, credentials, spaces and wildcards.
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
  if (isAddress(host)) {
    // Browsers read `1.2.3` and `0x7f.1` as addresses, but people rarely mean these as addresses.
    return host === raw.toLowerCase() ? host : null;
  }
  return host.split(".").every((label) => LABEL.test(label)) && parse(host, SUFFIXES).domain !== null
    ? host
    : null;
}
