/** The encoding of a file's text. */
export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "macintosh";

/** The byte order marks of UTF-16 files, as spreadsheets write them. */
const MARKS: readonly (readonly [FileEncoding, number, number])[] = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/** The length of a file's beginning that decides the encoding, in bytes. */
const LOOKED_AT = 256 * 1024;

/** Bytes without a character in Windows-1252. In Mac Roman they are letters with accents. */
const NOT_WINDOWS: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Reads a file of unknown encoding: UTF-16 if it has a mark or every second byte is zero, else UTF-8. A file that is
 * not UTF-8 is read again in a spreadsheet's default encoding: Mac Roman if the bytes suggest it, else Windows-1252.
 * @param read reads the file, and passes on errors of `decoderOf`.
 */
export async function readInItsEncoding<Result>(
  file: Blob,
  read: (encoding: FileEncoding) => Promise<Result>,
): Promise<Result> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const marked = MARKS.find(([, one, other]) => one === bytes[0] && other === bytes[1]);
  try {
    return await read(marked?.[0] ?? unmarkedUtf16(bytes) ?? "utf-8");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return read(isMacRoman(bytes) ? "macintosh" : "windows-1252");
  }
}

/** Returns a decoder. It throws a TypeError for malformed UTF-8, and accepts all bytes in other encodings. */
export function decoderOf(encoding: FileEncoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: encoding === "utf-8" });
}

/** Recognises UTF-16 without a mark: in most of the first characters, the same one of the two bytes is zero. */
function unmarkedUtf16(bytes: Uint8Array): FileEncoding | undefined {
  const length = Math.min(bytes.length, 1024) & ~1;
  if (length < 4) return undefined;
  let [even, odd] = [0, 0];
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  const most = length * 0.35;
  if (odd > most && even === 0) return "utf-16le";
  return even > most && odd === 0 ? "utf-16be" : undefined;
}

/**
 * Returns whether a file is from an old Mac: lines end with a bare carriage return, or letters have bytes that Windows
 * uses for signs.
 */
function isMacRoman(bytes: Uint8Array): boolean {
  let [feeds, returns, windows, others] = [0, 0, 0, 0];
  for (const byte of bytes) {
    if (byte === 0x0a) feeds++;
    else if (byte === 0x0d) returns++;
    else if (byte >= 0xc0) windows++;
    else if (NOT_WINDOWS.has(byte)) others++;
  }
  return windows === 0 && (others > 0 || (returns > 0 && feeds === 0));
}
