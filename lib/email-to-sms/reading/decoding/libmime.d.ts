declare module "libmime" {
  /** Reads and writes what mail headers are made of. */
  export class Libmime {
    /** Returns a header's text with its encoded words (RFC 2047) decoded. */
    decodeWords(text: string): string;
    /** Returns the canonical name of a charset, in upper case if it is unknown. */
    normalizeCharset(charset: string): string;
  }
}

declare module "libmime/lib/charset.js" {
  /** Returns bytes of a charset as text; bytes of an unknown charset are read as UTF-8. */
  const charsets: { decode(bytes: Buffer, charset: string): string };
  export = charsets;
}
