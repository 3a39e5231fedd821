import { describe, expect, it } from "vitest";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import type { FileNoteKind } from "@/lib/parsing/files/file-table";
import { lookAtFile, rowsBelowTitles } from "@/lib/parsing/files/read-file";

/** Returns a file that is read in pieces of a size. It counts the pieces, and records the end of reading. */
function fileOf(text: string | Buffer, size: number) {
  const bytes = Buffer.from(text as string);
  const seen = { read: 0, isCancelled: false };
  const stream = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + size));
          at += size;
          seen.read = Math.min(at, bytes.length);
        },
        cancel() {
          seen.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  };
  return { seen, file: Object.assign(new Blob([bytes]), { stream }) as Blob };
}

async function all(file: Blob): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of rowsBelowTitles(await lookAtFile(file))) rows.push(...batch);
  return rows;
}

describe("a file", () => {
  it("is read the same for any cut of its bytes, even inside a character", async () => {
    const csv =
      '\ufeffMobile,Name\r\n021 555 0101,"M\u0101ui, \u{1f600}"\r\n\r\n021 555 0102,"Aroha ""A"""\r\n"open,1\r\nx,2\r\n';
    const whole = await all(new Blob([csv]));
    expect(whole.map(({ cells }) => cells[1])).toEqual(["M\u0101ui, \u{1f600}", 'Aroha "A"', "1", "2"]);
    for (let size = 1; size <= 100; size++) {
      const { file } = fileOf(csv, size);
      expect(await all(file)).toEqual(whole);
    }
  });

  it("is looked at for its first rows, samples of all columns, zeros that are missing, and how many rows it has", async () => {
    const many = Array.from({ length: 5_000 }, (_, place) => `${27_5000000 + place},x`);
    const { file } = fileOf(["Mobile,Note,Empty", ...many, "0215550101,y,,"].join("\n"), 1_000);
    const { columns, rows, count } = await lookAtFile(file);
    expect(columns).toEqual([
      {
        title: "Mobile",
        hasTitle: true,
        filled: 5_001,
        samples: ["275000000", "275000001", "275000002"],
        zeroless: { count: 5_000, first: "275000000", restored: "64275000000" },
      },
      {
        title: "Note",
        hasTitle: true,
        filled: 5_001,
        samples: ["x", "y"],
        zeroless: { count: 0, first: "", restored: "" },
      },
      ...["Empty", "Column 4"].map((title) => ({
        title,
        hasTitle: title === "Empty",
        filled: 0,
        samples: [],
        zeroless: { count: 0, first: "", restored: "" },
      })),
    ]);
    expect([count, rows.length]).toEqual([5_001, 200]);
  });

  it("is read only as far as the caller takes rows", async () => {
    const { file, seen } = fileOf(`Mobile\n${"021 555 0101\n".repeat(10_000)}`, 1_000);
    for await (const _ of rowsBelowTitles(await lookAtFile(file))) break;
    expect(seen).toEqual({ read: 1_000, isCancelled: true });
  });

  it("reports at most a hundred lines with stray quotes, and keeps all rows", async () => {
    const lines = Array.from({ length: 500 }, (_, line) => `"${line},0215550101`);
    const { notes, count } = await lookAtFile(new Blob([["Name,Mobile", ...lines].join("\n")]));
    const kinds: FileNoteKind[] = notes.map(({ about }) => about);
    expect([kinds, count]).toEqual([["stray-quote"], 500]);
    expect(notes).toEqual([{ about: "stray-quote", count: 500, lines: [2, 3, 4] }]);
  });
});
