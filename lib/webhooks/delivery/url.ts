import { isIP } from "node:net";
import { GatewayError } from "@/lib/errors";
import { isPublicAddress } from "@/lib/webhooks/delivery/public-address";

/** The longest URL in characters, both as given and in ASCII. */
export const MAX_URL_CHARACTERS = 2048;

const MAX_NAME_CHARACTERS = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Names that never lead out of the machine or the local network. */
const LOCAL_SUFFIX = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Reads and checks the URL of a receiver (rules: webhook urls): `https://`, a public host name or address, and no
 * credentials. Every connection checks the addresses of the name (`lib/webhooks/delivery/post`).
 * @param privateHosts receivers, as `host:port` in lower case, that may be private and use plain http.
 * @param name the parameter's name for the error.
 * @returns the URL without its fragment.
 * @throws GatewayError `invalid_parameter`.
 */
export function parseWebhookUrl(text: string, privateHosts: ReadonlySet<string>, name: string): URL {
  const refuse = (rule: string) => new GatewayError("invalid_parameter", `Parameter '${name}' ${rule}.`);
  const trimmed = text.trim();
  if (trimmed.length > MAX_URL_CHARACTERS) throw refuse(`must have at most ${MAX_URL_CHARACTERS} characters`);
  const url = readUrl(trimmed);
  if (url === null) throw refuse("must be a whole URL, such as https://example.com/messages");
  if (url.href.length > MAX_URL_CHARACTERS)
    throw refuse(`must have at most ${MAX_URL_CHARACTERS} characters`);
  if (url.username !== "" || url.password !== "") throw refuse("must not carry a user name or password");
  if (url.port === "0") throw refuse("must have a port from 1 to 65535");
  if (isPrivateHost(url, privateHosts)) return url;
  if (url.protocol !== "https:") throw refuse("must start with https://");
  if (!isPublicHost(url.hostname)) throw refuse("must name a host on the public Internet");
  return url;
}

/** Returns whether the receiver may be private and use plain http. */
export function isPrivateHost(url: URL, privateHosts: ReadonlySet<string>): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return privateHosts.has(`${url.hostname}:${port}`);
}

function readUrl(text: string): URL | null {
  // URL would drop line breaks and tabs, and repair "https:example.com". Such a text is rejected, because its meaning
  // is unknown.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return null;
  try {
    const url = new URL(text);
    url.hash = "";
    return url;
  } catch {
    return null;
  }
}

/**
 * Returns whether a host is public. @param hostname the host of a `URL`, which has converted every spelling of an
 * IPv4 address to four decimal numbers.
 */
function isPublicHost(hostname: string): boolean {
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(address) !== 0) return isPublicAddress(address);
  const dnsName = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  const labels = dnsName.split(".");
  if (labels.length < 2 || dnsName.length > MAX_NAME_CHARACTERS) return false;
  return labels.every((label) => LABEL.test(label)) && !LOCAL_SUFFIX.test(dnsName);
}
