import { FileRefusal } from "@/lib/parsing/files/file-refusal";

type Entry = { method: number; size: number; offset: number; isEncrypted: boolean };

/** The longest end record of an archive, with its comment, and the signatures of records. */
const END_LENGTH = 22 + 0xffff;
const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The largest directory of an archive, in bytes. A spreadsheet has some dozens of files. */
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;

const STORED = 0;
const DEFLATED = 8;

/** A reader of a zip archive's files by its directory: one at a time, in pieces, within the caller's limit of bytes. */
export class ZipFile {
  readonly #file: Blob;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: Blob, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /**
   * Opens an archive.
   * @throws FileRefusal for an archive without a directory, and for one with a huge directory.
   */
  static async open(file: Blob): Promise<ZipFile> {
    const from = Math.max(0, file.size - END_LENGTH);
    const tail = new DataView(await file.slice(from).arrayBuffer());
    let at = tail.byteLength - 22;
    while (at >= 0 && tail.getUint32(at, true) !== END) at--;
    if (at < 0) throw damaged();
    const [size, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    if (size > MAX_DIRECTORY_BYTES || offset + size > file.size) throw damaged();
    const directory = new DataView(await file.slice(offset, offset + size).arrayBuffer());
    return new ZipFile(file, entriesOf(directory));
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Returns the bytes of a file while it is unpacked. Unpacking stops when the caller stops.
   * @throws FileRefusal for a missing file, for one that cannot be unpacked, and after `maxBytes`.
   */
  async *bytesOf(name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged();
    if (entry.isEncrypted)
      throw new FileRefusal("This file is protected by a password. Save it without one.");
    if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged();
    const header = new DataView(await this.#file.slice(entry.offset, entry.offset + 30).arrayBuffer());
    if (header.byteLength < 30) throw damaged();
    const begin = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    const packed = this.#file.slice(begin, begin + entry.size).stream();
    const reader = (
      entry.method === STORED ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw"))
    ).getReader();
    try {
      for (let total = 0; ; ) {
        const { done, value } = await reader.read().catch(() => {
          throw damaged();
        });
        if (done) return;
        total += value.length;
        if (total > maxBytes)
          throw new FileRefusal("This spreadsheet is too large. Split it into smaller files.");
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }
}

/** Returns the refusal of a spreadsheet that is cut short or changed. */
const damaged = () => new FileRefusal("This spreadsheet is damaged. Save it again, or save it as CSV.");

function entriesOf(directory: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY; ) {
    const length = directory.getUint16(at + 28, true);
    const name = new Uint8Array(
      directory.buffer,
      at + 46,
      Math.min(length, Math.max(0, directory.byteLength - at - 46)),
    );
    entries.set(new TextDecoder().decode(name).replace(/^\//, ""), {
      method: directory.getUint16(at + 10, true),
      size: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true),
      isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
    });
    at += 46 + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}
