import { deflateRawSync } from "node:zlib";

/**
 * Returns a zip archive of files, packed unless `isStored`. `size` is the packed size according to the
 * directory.
 */
export function zipOf(
  files: Record<string, string | Buffer>,
  { isStored = false, flags = 0 }: { isStored?: boolean; flags?: number } = {},
): Buffer {
  const [local, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.concat([
      Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"),
      common,
      Buffer.alloc(14),
    ]);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    const header = [Buffer.from("PK\u0003\u0004", "latin1"), common, Buffer.from(name), packed];
    local.push(...header);
    offset += header.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...directory, end]);
}
