import { describe, expect, it } from "vitest";
import { isSpreadsheet, lookAtFile, rowsBelowNames } from "@/app/(members)/contacts/_components/read-file";
import type { CsvRow } from "@/lib/sms/numbers/csv-reader";

/** A file that a browser gives in pieces of so many bytes; it notes how many were asked for, and whether reading ended. */
function fileOf(text: string | Buffer, size: number) {
  const bytes = Buffer.from(text as string);
  const told = { read: 0, isCancelled: false };
  const stream = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + size));
          at += size;
          told.read = Math.min(at, bytes.length);
        },
        cancel() {
          told.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  };
  return { told, file: Object.assign(new Blob([bytes]), { stream }) as Blob };
}

async function all(file: Blob): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const batch of rowsBelowNames(file, (await lookAtFile(file)).encoding)) rows.push(...batch);
  return rows;
}

const CSV = '\ufeffMobile,Name\r\n021 555 0101,"Māui, 😀"\r\n\r\n021 555 0102,"Aroha ""A"""\r\n';

describe("a file", () => {
  it("is read the same wherever its bytes are cut, inside a character too", async () => {
    const rows = [
      { line: 2, cells: ["021 555 0101", "Māui, 😀"] },
      { line: 4, cells: ["021 555 0102", 'Aroha "A"'] },
    ];
    for (let size = 1; size <= 80; size++) {
      const { file } = fileOf(CSV, size);
      expect(await all(file)).toEqual(rows);
      expect(await lookAtFile(file)).toEqual({
        columns: ["Mobile", "Name"],
        rows,
        count: 2,
        encoding: "utf-8",
      });
    }
  });

  it("is read as spreadsheets write it: in UTF-16, or by a letter a byte where it is not UTF-8", async () => {
    const text = "\ufeffMobile;Name\r\n021 555 0101;Zo\u00eb Mart\u00edn\r\n";
    const rows = [{ line: 2, cells: ["021 555 0101", "Zo\u00eb Mart\u00edn"] }];
    const files = {
      "utf-16le": Buffer.from(text, "utf16le"),
      "utf-16be": Buffer.from(text, "utf16le").swap16(),
      "windows-1252": Buffer.from(text.slice(1), "latin1"),
    };
    for (const [encoding, bytes] of Object.entries(files))
      for (const size of [1, 3, 80]) {
        const { file } = fileOf(bytes, size);
        expect(await lookAtFile(file)).toMatchObject({ columns: ["Mobile", "Name"], rows, encoding });
        expect(await all(file)).toEqual(rows);
      }
  });

  it("is looked at for its first rows, all of its columns, and how many rows it has", async () => {
    const many = Array.from({ length: 5_000 }, (_, place) => `021${5_000_000 + place}`);
    const { file } = fileOf([...many, "1,2,3"].join("\n"), 1_000);
    const { columns, rows, count } = await lookAtFile(file);
    expect(columns).toEqual(["Column 1", "Column 2", "Column 3"]);
    expect(count).toBe(5_001);
    expect(rows.length).toBeLessThan(300);
    expect(rows[0]).toEqual({ line: 1, cells: ["0215000000"] });
  });

  it("is read no further than it is taken, and no more once nobody takes it", async () => {
    const { file, told } = fileOf(`Mobile\n${"021 555 0101\n".repeat(10_000)}`, 1_000);
    for await (const _ of rowsBelowNames(file, (await lookAtFile(file)).encoding)) break;
    expect(told).toEqual({ read: 1_000, isCancelled: true });
  });

  it("may be empty, and a spreadsheet is none", async () => {
    expect(await lookAtFile(new Blob([""]))).toEqual({ columns: [], rows: [], count: 0, encoding: "utf-8" });
    expect(await all(new Blob(["Mobile\n"]))).toEqual([]);
    expect(await isSpreadsheet(new Blob(["PK\u0003\u0004 and more"]))).toBe(true);
    expect(await isSpreadsheet(new Blob(["PK"]))).toBe(false);
  });

  it("has rows of which no more is kept than a contact can have", async () => {
    const { file } = fileOf(`Mobile,Note\n021 555 0101,"${"x".repeat(3_000_000)}`, 64 * 1024);
    expect(await all(file)).toEqual([{ line: 2, cells: ["021 555 0101", "x".repeat(1_000)] }]);
  });
});
