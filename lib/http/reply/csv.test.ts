import { describe, expect, it } from "vitest";
import { inLongTurn } from "@/lib/http/body/turns";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { countTurns } from "@/tests/support/count-turns";

const READER = { accountId: 1, stillReads: async () => {} };

type Cells = readonly (string | number)[];
const fileOf = (...columns: string[]) => ({ name: "numbers", columns, cells: (row: Cells) => row });

describe("a file", () => {
  it("is a download in UTF-8 with a first line of names, and passes over empty batches", async () => {
    async function* batches() {
      yield [["Māori", 1]];
      yield [];
      yield [["b", 2]];
    }
    const response = csvResponse(READER, fileOf("Name", "Count"), batches());
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
    const reader = csvResponse(READER, fileOf("Count"), batches()).body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect(read).toBeLessThan(5);
    expect(ended).toBe(true);
  });
});

describe("six files of one account", () => {
  /** Downloads six files, and notes for each row the file that it is written for. */
  function takeSix(noteRow: (file: number) => void) {
    return Array.from({ length: 6 }, async (_, file) => {
      async function* batches() {
        for (let batch = 0; batch < 3; batch++) {
          // A database also answers in a later turn of the event loop.
          await yieldToOthers();
          yield Array.from({ length: 1_000 }, () => ["a", batch]);
        }
      }
      const cells = (row: Cells) => {
        noteRow(file);
        return row;
      };
      await csvResponse(READER, { name: "numbers", columns: ["A", "B"], cells }, batches()).text();
    });
  }

  it("are written one piece at a time, in turns", async () => {
    const written: number[] = [];
    await Promise.all(takeSix((file) => written.push(file)));
    const pieces = Array.from(
      { length: 18 },
      (_, piece) => new Set(written.slice(piece * 1_000, (piece + 1) * 1_000)),
    );
    expect(pieces.map(({ size }) => size)).toEqual(Array(18).fill(1));
    const order = pieces.flatMap((piece) => [...piece]);
    expect(order).toEqual([...order.slice(0, 6), ...order.slice(0, 6), ...order.slice(0, 6)]);
  });

  it("leave a turn of the event loop to others after every fifty rows", async () => {
    const counted = countTurns();
    const rowsIn = new Map<number, number>();
    await Promise.all(
      takeSix(() => {
        const turn = counted.soFar();
        rowsIn.set(turn, (rowsIn.get(turn) ?? 0) + 1);
      }),
    );
    counted.end();
    expect(Math.max(...rowsIn.values())).toBeLessThanOrEqual(50);
  });

  it("let another account list between two of their pieces", async () => {
    const done: string[] = [];
    const list = () => inLongTurn(2, async () => void done.push("list"));
    let rows = 0;
    await Promise.all(
      takeSix(() => {
        if (rows++ % 1_000 === 0) done.push("piece");
        if (rows % 1_000 === 500) void list();
      }),
    );
    const [first, ...others] = done.join(" ").split("piece").slice(1, -1);
    expect(others.every((between) => between === first)).toBe(true);
    expect(first?.trim()).toBe("list");
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
