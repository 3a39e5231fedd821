/** How the bytes of a file are its text. */
export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What UTF-16 files begin with, as spreadsheets write them. */
const MARKS: readonly (readonly [FileEncoding, number, number])[] = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/**
 * Reads a file whose encoding nobody has told: UTF-16 where it begins so, else UTF-8. What is not UTF-8 is read again as
 * spreadsheets on Windows write it by default.
 * @param read reads the file, and throws what `decoderOf` throws.
 */
export async function readInItsEncoding<Result>(
  file: Blob,
  read: (encoding: FileEncoding) => Promise<Result>,
): Promise<Result> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const marked = MARKS.find(([, one, other]) => one === first && other === second);
  try {
    return await read(marked?.[0] ?? "utf-8");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return read("windows-1252");
  }
}

/** A decoder that throws a TypeError for what is not UTF-8; in the other encodings everything is a text. */
export function decoderOf(encoding: FileEncoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: encoding === "utf-8" });
}
