import { describe, expect, it } from "vitest";
import { CsvReader, type FileRow } from "@/lib/parsing/files/csv-reader";
import { superlinear } from "@/tests/support/linear-time";

function read(pieces: readonly string[], reader = new CsvReader()): FileRow[] {
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

/** Numbers that look random and are the same each time. */
function* dice(): Generator<number, never> {
  for (let seed = 1; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed;
  }
}

const FILES = [
  '\ufeffName,Mobile\r\n"Smith, Jo",021 123 4567\r\n\r\n"two\r\nlines, ""quoted""", 1 \r\n',
  'a;b\rc;"d\re"\r"f";\r',
  'a\tb\n\n\n"x"y"z"\t"" "q"\n  "lead"\t trail \n"open\r\n',
  '"a""b""",c\n"","",""\n"\n",\n',
];

describe("a CSV file that comes in pieces", () => {
  it("has the rows that it has as a whole, wherever it is cut in two", () => {
    for (const file of FILES)
      for (let at = 0; at <= file.length; at++)
        expect(read([file.slice(0, at), file.slice(at)])).toEqual(read([file]));
  });

  it("has them in pieces of any length, of text that is made of all that means something", () => {
    const random = dice();
    const upTo = (most: number) => random.next().value % most;
    for (let turn = 0; turn < 2_000; turn++) {
      const file = Array.from({ length: upTo(60) }, () => '",;\t\r\n ab"\r\n'[upTo(13)] ?? "").join("");
      const pieces: string[] = [];
      for (let from = 0, to = 0; from < file.length; from = to) {
        to = from + 1 + upTo(5);
        pieces.push(file.slice(from, to));
      }
      expect(read(pieces), JSON.stringify(pieces)).toEqual(read([file]));
    }
  });

  it("has its cells where the first line says, which may have line ends in quotes", () => {
    const cells = ["Mobile, or\nother", 'The "name"', "City"];
    const file = `"Mobile, or\nother"; "The ""name""";City\r\n021;Jo;X\r\n`;
    for (let at = 0; at <= file.length; at++)
      expect(read([file.slice(0, at), file.slice(at)])).toEqual([
        { line: 1, cells },
        { line: 3, cells: ["021", "Jo", "X"] },
      ]);
    expect(read([" \n\r\na;b\n"])).toEqual([{ line: 3, cells: ["a", "b"] }]);
    expect(read(['Pipe 5";a\n1,2,3;"b"\n'])).toEqual([
      { line: 1, cells: ['Pipe 5"', "a"] },
      { line: 2, cells: ["1,2,3", "b"] },
    ]);
  });

  it("gives a row as soon as its line has ended, once the first ten lines show the separator", () => {
    const reader = new CsvReader();
    expect(reader.push("a,b\n".repeat(9))).toEqual([]);
    expect(reader.push("a,b\n")).toHaveLength(10);
    expect(reader.push("1,2\n3,")).toEqual([{ line: 11, cells: ["1", "2"] }]);
    expect(reader.push("4\r")).toEqual([]);
    expect(reader.push("\n5")).toEqual([{ line: 12, cells: ["3", "4"] }]);
    expect(reader.end()).toEqual([{ line: 13, cells: ["5"] }]);
  });

  it("has no more kept of it than its bounds", () => {
    const bounded = new CsvReader({ characters: 3, cells: 2 });
    expect(read(['  "ab', 'cdef",', "  gh", "ijk,l,m\nn\n"], bounded)).toEqual([
      { line: 1, cells: ["abc", "ghi"] },
      { line: 2, cells: ["n"] },
    ]);
  });

  it("is read by the character in time linear in its length", () => {
    const run = (text: string) => {
      const reader = new CsvReader();
      for (let at = 0; at < text.length; at++) reader.push(text[at] ?? "");
      return reader.end().length;
    };
    expect(superlinear(run)).toBeNull();
  }, 240_000);
});
