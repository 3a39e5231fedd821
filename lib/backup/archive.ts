import { z } from "zod";
import { BackupError } from "@/lib/backup/backup-error";

/**
 * The end of a table's rows.
 * A backup is text, compressed with gzip. It begins with a line of JSON that describes it. Each table has a line of
 * JSON with its columns, its rows as PostgreSQL's COPY writes them, and a line `\.`. The last line is JSON with the
 * numbers of rows. COPY escapes every backslash, so no row is `\.`. The format is the same for every version of
 * PostgreSQL.
 */
export const END_OF_ROWS = "\\.\n";

/** The first line. */
export const archiveHeader = z.object({
  format: z.literal("messaging-gateway-backup-1"),
  /** The time of the snapshot, as an ISO string. */
  takenAt: z.iso.datetime(),
  /** The names of the migrations of its tables, oldest first. */
  migrations: z.array(z.string().regex(/^[0-9]+_[a-z0-9_]+$/)).min(1),
  /** The fingerprint of the `AUTH_SECRET` that encrypted its values: see `secretFingerprint`. */
  authSecretFingerprint: z.string(),
});

/** The line before a table's rows. */
export const tableHeader = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

/** The last line: the number of rows of each table, and the position of each sequence. */
export const archiveTrailer = z.object({
  rows: z.record(z.string(), z.int().nonnegative()),
  sequences: z.record(z.string(), z.object({ lastValue: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
});

export type ArchiveHeader = z.output<typeof archiveHeader>;
export type TableHeader = z.output<typeof tableHeader>;
export type ArchiveTrailer = z.output<typeof archiveTrailer>;

/** The longest line of a backup in bytes. A value in PostgreSQL may have 1 GiB, but our values are far smaller. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 10;
const END = Buffer.from(END_OF_ROWS);
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`);

/** Reads a decompressed backup from front to back, and holds little of it at a time. */
export class ArchiveReader {
  private readonly chunks: AsyncIterator<Buffer>;
  /** The bytes that have arrived and were not read yet. They begin at the beginning of a line. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * Reads the next line, which is JSON.
   * @throws BackupError if the backup ends here, or has something else.
   */
  async json(): Promise<unknown> {
    let end = this.rest.indexOf(NEWLINE);
    while (end < 0) {
      await this.more();
      end = this.rest.indexOf(NEWLINE);
    }
    const line = this.rest.subarray(0, end).toString("utf8");
    this.rest = this.rest.subarray(end + 1);
    try {
      return JSON.parse(line);
    } catch {
      throw new BackupError("The file is not a backup of this service, or is damaged.");
    }
  }

  /**
   * Yields the rows up to the line that ends them, in pieces of whole lines.
   * @throws BackupError if the backup ends before that line.
   */
  async *rows(): AsyncGenerator<Buffer, void> {
    for (;;) {
      if (this.rest.subarray(0, END.length).equals(END)) {
        this.rest = this.rest.subarray(END.length);
        return;
      }
      const end = this.rest.indexOf(END_AFTER_ROW);
      const whole = (end < 0 ? this.rest.lastIndexOf(NEWLINE) : end) + 1;
      if (whole > 0) {
        yield this.rest.subarray(0, whole);
        this.rest = this.rest.subarray(whole);
      } else await this.more();
    }
  }

  /**
   * Reads to the end, so that gzip's checksum is verified.
   * @throws BackupError if there is more.
   */
  async end(): Promise<void> {
    const next = this.rest.length > 0 ? { done: false } : await this.chunks.next();
    if (!next.done) throw new BackupError("The backup is damaged: it goes on behind its last line.");
  }

  private async more(): Promise<void> {
    if (this.rest.length > MAX_LINE_BYTES) throw new BackupError("The backup is damaged: a line has no end.");
    const next = await this.chunks.next();
    if (next.done) throw new BackupError("The backup is incomplete: it ends before its last line.");
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
  }
}
