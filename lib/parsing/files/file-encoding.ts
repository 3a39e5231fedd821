/** How the bytes of a file are its text. */
export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "macintosh";

/** What UTF-16 files begin with, as spreadsheets write them. */
const MARKS: readonly (readonly [FileEncoding, number, number])[] = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/** The beginning of a file that shows how it is written. */
const LOOKED_AT = 256 * 1024;

/** Bytes that Windows-1252 has no character for; in Mac Roman they are letters with accents. */
const NOT_WINDOWS: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Reads a file whose encoding nobody has told: UTF-16 where it begins so or every second byte is zero, else UTF-8. A file that is
 * not UTF-8 is read again as spreadsheets write by default: as Mac Roman where it looks like that, else as Windows-1252.
 * @param read reads the file, and throws what `decoderOf` throws.
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

/** A decoder that throws a TypeError for what is not UTF-8; in the other encodings everything is a text. */
export function decoderOf(encoding: FileEncoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: encoding === "utf-8" });
}

/** UTF-16 without a mark: of the first characters, most have a zero in the same one of their two bytes. */
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

/** Old Macs end lines with a carriage return alone, and have letters where Windows has signs or nothing. */
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
