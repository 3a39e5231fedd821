import { describe, expect, it } from "vitest";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";

const READER = { accountId: 1, stillReads: async () => {} };

describe("a file", () => {
  it("is a download in UTF-8 with a first line of names, and passes over empty batches", async () => {
    async function* batches() {
      yield [["Māori", 1]];
      yield [];
      yield [["b", 2]];
    }
    const response = csvResponse(READER, "numbers", ["Name", "Count"], batches());
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="numbers.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString("utf8")).toBe("\ufeffName,Count\r\nMāori,1\r\nb,2\r\n");
  });

  it("reads no further when nobody takes it any more", async () => {
    let read = 0;
    let ended = false;
    async function* batches() {
      try {
        for (;;) {
          read += 1;
          yield [[read]];
        }
      } finally {
        ended = true;
      }
    }
    const reader = csvResponse(READER, "numbers", ["Count"], batches()).body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect(read).toBeLessThan(5);
    expect(ended).toBe(true);
  });
});

it("goes on after the last row until a batch is not full", async () => {
  const all = [1, 2, 3, 4, 5];
  const seen: (readonly number[])[] = [];
  const read = async (after: number | undefined, size: number) =>
    all.filter((row) => row > (after ?? 0)).slice(0, size);
  for await (const rows of inBatches(2, read)) seen.push(rows);
  expect(seen).toEqual([[1, 2], [3, 4], [5]]);
});
