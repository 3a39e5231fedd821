import { Libmime } from "libmime";
import charsets from "libmime/lib/charset.js";

const libmime = new Libmime();

/** Names of charsets under which mail programs also send UTF-8: a text of those is no accident. */
const MISTAKEN =
  /^(?:|utf-?8.*|(?:us-?)?ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252|unknown.*|x-unknown|default.*|binary)$/i;

/** The charset that mail programs mean by ISO 8859-1, and send in place of UTF-8. */
const WESTERN = "windows-1252";

/** A character that ASCII lacks, and that does not stand for broken bytes. */
const NOT_ASCII = /[^\p{ASCII}\ufffd]/u;

/**
 * Returns bytes as text, in the charset that their part declares. If that is UTF-8 or one that programs also declare
 * for UTF-8, the bytes decide which of both it is. Never throws.
 */
export function decodeBytes(bytes: Buffer, declared: string): string {
  const label = declared.trim().replace(/^["']|["']$/g, "");
  if (!MISTAKEN.test(label))
    return charsets.decode(bytes, libmime.normalizeCharset(label)).replace(/^\ufeff/, "");
  const utf8 = new TextDecoder().decode(bytes);
  return !utf8.includes("\ufffd") || NOT_ASCII.test(utf8) ? utf8 : charsets.decode(bytes, WESTERN);
}
