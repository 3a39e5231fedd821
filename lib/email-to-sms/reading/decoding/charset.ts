import { Libmime } from "libmime";
import charsets from "libmime/lib/charset.js";

const libmime = new Libmime();

/** Names of charsets that mail programs also declare for UTF-8. Text in these charsets is seldom valid UTF-8 by accident. */
const MISTAKEN =
  /^(?:|utf-?8.*|(?:us-?)?ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252|unknown.*|x-unknown|default.*|binary)$/i;

/** The charset that mail programs mean by ISO 8859-1, and also declare for UTF-8. */
const WESTERN = "windows-1252";

/** A character outside ASCII that does not replace broken bytes. */
const NOT_ASCII = /[^\p{ASCII}\ufffd]/u;

/**
 * Returns bytes as text in the declared charset of their part. The bytes decide between that charset and UTF-8 if
 * programs confuse the two. Never throws.
 */
export function decodeBytes(bytes: Buffer, declared: string): string {
  const label = declared.trim().replace(/^["']|["']$/g, "");
  if (!MISTAKEN.test(label))
    return charsets.decode(bytes, libmime.normalizeCharset(label)).replace(/^\ufeff/, "");
  const utf8 = new TextDecoder().decode(bytes);
  return !utf8.includes("\ufffd") || NOT_ASCII.test(utf8) ? utf8 : charsets.decode(bytes, WESTERN);
}
