import { isUtf8 } from "node:buffer";
import {
  DEFAULT_TABLES,
  fromSeptets,
  packSeptets,
  type Tables,
  toSeptets,
  unpackSeptets,
} from "@/lib/smpp/text/gsm";
import type { Encoding } from "@/lib/sms/text/encoding";

/** A link's meaning of data_coding 0: GSM 03.38 with a septet in each octet, ASCII, Latin-1, or packed septets. */
export const ALPHABETS = ["gsm", "ascii", "latin1", "packed"] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/** The character set of a message's octets. */
type Charset =
  | "default"
  | "ascii"
  | "latin1"
  | "ucs2"
  | "octets"
  | "iso-8859-5"
  | "iso-8859-8"
  | "shift_jis"
  | "euc-kr";

/** The codings of SMPP 3.4. Others follow GSM 03.38. */
const CODINGS: ReadonlyMap<number, Charset> = new Map([
  [0x00, "default"],
  [0x01, "ascii"],
  [0x02, "octets"],
  [0x03, "latin1"],
  [0x04, "octets"],
  [0x05, "shift_jis"],
  [0x06, "iso-8859-5"],
  [0x07, "iso-8859-8"],
  [0x08, "ucs2"],
  [0x0e, "euc-kr"],
]);

/**
 * The data codings for a text of GSM-7: the link's own alphabet (0), ASCII (IA5), Latin-1, and those of GSM 03.38
 * with a class. A message of class 0 is shown at once and not stored; class 1 is for the phone.
 */
export const TEXT_CODINGS = ["0x00", "0x01", "0x03", "0x10", "0x11", "0xF0", "0xF1"] as const;

/** The data codings for UCS-2: without a class, of class 0, and of class 1. */
export const UNICODE_CODINGS = ["0x08", "0x18", "0x19"] as const;

/** Returns the character set of a data coding. */
export function charsetOf(dataCoding: number): Charset {
  const known = CODINGS.get(dataCoding);
  if (known) return known;
  // Message waiting: 0xE0 to 0xEF are UCS-2, 0xC0 to 0xDF the default alphabet.
  if (dataCoding >= 0xc0 && dataCoding <= 0xdf) return "default";
  if (dataCoding >= 0xe0 && dataCoding <= 0xef) return "ucs2";
  if (dataCoding >= 0xf0) return (dataCoding & 0x04) === 0 ? "default" : "octets";
  if (dataCoding >= 0x80) return "default";
  return (["default", "octets", "ucs2", "default"] as const)[(dataCoding >> 2) & 0x03] ?? "default";
}

/** The facts about a message's octets that are needed to read them. */
export type ReadingTerms = { dataCoding: number; alphabet: Alphabet; tables?: Tables; headerOctets?: number };

/**
 * Returns the text of a message's octets, without its user data header. Octets without an alphabet are read as Latin-1.
 * An odd octet at the end of UCS-2 is dropped, and a lone surrogate becomes U+FFFD. A byte order mark is dropped: it
 * sets the octet order of UCS-2, and marks other octets as UTF-8. Never throws.
 */
export function decodeText(octets: Buffer, terms: ReadingTerms): string {
  const charset = charsetOf(terms.dataCoding);
  if (charset !== "ucs2" && isMarkedUtf8(octets, terms)) return UTF_8.decode(octets);
  switch (charset) {
    case "default":
      return decodeDefault(octets, terms);
    case "ascii":
      return octets.toString("latin1").replace(/[\x80-\xff]/g, "?");
    case "latin1":
    case "octets":
      return octets.toString("latin1");
    case "ucs2":
      return decodeUtf16(octets);
    default:
      return new TextDecoder(charset).decode(octets);
  }
}

/** Returns the same octets with a septet in each, if they are packed. Such octets may be joined. */
export function unpacked(octets: Buffer, terms: ReadingTerms): { octets: Buffer; terms: ReadingTerms } {
  const { dataCoding, alphabet, tables = DEFAULT_TABLES, headerOctets } = terms;
  if (alphabet !== "packed" || charsetOf(dataCoding) !== "default")
    return { octets, terms: { dataCoding, alphabet, tables } };
  return { octets: unpackSeptets(octets, headerOctets), terms: { dataCoding, alphabet: "gsm", tables } };
}

function decodeDefault(
  octets: Buffer,
  { alphabet, tables = DEFAULT_TABLES, headerOctets = 0 }: ReadingTerms,
): string {
  // A header that names tables means GSM 03.38, for any alphabet of the link.
  const isNational = tables.locking !== 0 || tables.single !== 0;
  if (alphabet === "packed") return fromSeptets(unpackSeptets(octets, headerOctets), tables);
  if (alphabet === "gsm" || isNational) return fromSeptets(octets, tables);
  const text = octets.toString("latin1");
  return alphabet === "latin1" ? text : text.replace(/[\x80-\xff]/g, "?");
}

const UTF_8 = new TextDecoder("utf-8");
const UTF_8_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** Returns whether octets begin with the mark of UTF-8. Packed septets may begin with the same octets. */
function isMarkedUtf8(octets: Buffer, { dataCoding, alphabet }: ReadingTerms): boolean {
  if (alphabet === "packed" && charsetOf(dataCoding) === "default") return false;
  return octets.subarray(0, UTF_8_MARK.length).equals(UTF_8_MARK) && isUtf8(octets);
}

/** The length of a byte order mark, in octets. */
const MARK_OCTETS = 2;

/** Returns the octet order of UTF-16 according to its byte order mark; null without a mark. */
export function byteOrderOf(octets: Buffer): "big" | "little" | null {
  if (octets.length < MARK_OCTETS) return null;
  const mark = octets.readUInt16BE(0);
  if (mark === 0xfeff) return "big";
  return mark === 0xfffe ? "little" : null;
}

/**
 * Returns the text of UTF-16, without a byte order mark. The order is the mark's, else `given`, else big endian. At
 * least four characters that are all ASCII only in the other order reverse it, since people do not write them in this
 * one. An odd octet at the end is dropped, and a lone surrogate becomes U+FFFD.
 */
export function decodeUtf16(octets: Buffer, given: "big" | "little" | null = null): string {
  const marked = byteOrderOf(octets);
  const text = octets.subarray(marked === null ? 0 : MARK_OCTETS);
  const even = Buffer.from(text.subarray(0, text.length & ~1));
  const order = marked ?? given ?? (isSwappedAscii(even) ? "little" : "big");
  return (order === "little" ? even : even.swap16()).toString("utf16le").toWellFormed();
}

const MIN_SWAPPED_OCTETS = 8;

function isSwappedAscii(octets: Buffer): boolean {
  if (octets.length < MIN_SWAPPED_OCTETS) return false;
  return octets.every((octet, index) =>
    index % 2 === 1 ? octet === 0 : (octet >= 0x20 && octet < 0x7f) || octet === 0x0a || octet === 0x0d,
  );
}

/**
 * The form of a written text. `textCoding`, `unicodeCoding`: the data codings of GSM-7 and of UCS-2, by default 0 and
 * 8.
 */
export type WritingTerms = {
  encoding: Encoding;
  alphabet: Alphabet;
  textCoding?: number;
  unicodeCoding?: number;
  headerOctets?: number;
};

/**
 * Returns the octets of a text, and their data coding. A character that its alphabet lacks becomes `?`. A text of
 * GSM-7 has no such character: it is folded to ASCII, which all alphabets contain (rules: folding). Never throws.
 */
export function encodeOctets(text: string, terms: WritingTerms): { octets: Buffer; dataCoding: number } {
  const { encoding, headerOctets = 0, textCoding = 0x00, unicodeCoding = 0x08 } = terms;
  if (encoding === "UCS-2")
    return { octets: Buffer.from(text, "utf16le").swap16(), dataCoding: unicodeCoding };
  const alphabet = alphabetOf(textCoding, terms.alphabet);
  const dataCoding = textCoding;
  if (alphabet === "gsm") return { octets: toSeptets(text), dataCoding };
  if (alphabet === "packed") return { octets: packSeptets(toSeptets(text), headerOctets), dataCoding };
  const beyond = alphabet === "ascii" ? /[^\0-\x7f]/gu : /[^\0-\xff]/gu;
  return { octets: Buffer.from(text.replace(beyond, "?"), "latin1"), dataCoding };
}

/** Returns whether a text is written as packed septets. */
export function isPacked({ encoding, alphabet, textCoding = 0x00 }: WritingTerms): boolean {
  return encoding === "GSM-7" && alphabetOf(textCoding, alphabet) === "packed";
}

/** Returns the alphabet of a data coding. Some codings name one, and others stand for the link's own. */
function alphabetOf(dataCoding: number, own: Alphabet): Alphabet {
  const charset = charsetOf(dataCoding);
  return charset === "ascii" || charset === "latin1" ? charset : own;
}
