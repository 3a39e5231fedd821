declare module "libmime" {
  /** A reader and writer of the parts of mail headers. */
  export class Libmime {
    /** Returns a header's text with its encoded words (RFC 2047) decoded. */
    decodeWords(text: string): string;
    /** Returns the canonical name of a charset, in upper case if it is unknown. */
    normalizeCharset(charset: string): string;
  }
}

declare module "libmime/lib/charset.js" {
  /** Returns bytes of a charset as text. It reads bytes of an unknown charset as UTF-8. */
  const charsets: { decode(bytes: Buffer, charset: string): string };
  export = charsets;
}
