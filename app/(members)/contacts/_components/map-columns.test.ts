import { describe, expect, it } from "vitest";
import {
  fieldsOf,
  guessMeanings,
  isFieldName,
  type Meaning,
  type Piece,
  piecesOf,
  wrongMeanings,
} from "@/app/(members)/contacts/_components/map-columns";
import { skippedFile, whySkipped } from "@/app/(members)/contacts/_components/skipped-rows";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import { lookAtFile } from "@/lib/parsing/files/read-file";

const CSV =
  'Mobile,Full name,city,Size,{x},Opted out\n021 555 0101,Anna,Nelson,L,1,yes\n021 555 0102,"B\nen",,,,';

describe("columns", () => {
  it("are guessed from their cells and titles", async () => {
    const { columns, numbers } = await lookAtFile(new Blob([CSV]));
    const meanings = guessMeanings(columns, ["City"], numbers);
    expect(meanings).toEqual([
      { kind: "number" },
      { kind: "name" },
      { kind: "field", name: "City" },
      { kind: "field", name: "Size" },
      { kind: "none" },
      { kind: "none" },
    ]);
    expect(fieldsOf(meanings)).toEqual(["City", "Size"]);
    expect(wrongMeanings(meanings)).toBeUndefined();
  });

  it("become no more fields than contacts may have", () => {
    const titles = Array.from({ length: 30 }, (_, place) => `F${place}`);
    const meanings = guessMeanings(
      ["Mobile", ...titles].map((title) => ({ title, hasTitle: true, filled: 1 })),
      ["City"],
      0,
    );
    expect(fieldsOf(meanings)).toHaveLength(19);
  });

  it("are refused without one number, with two names, and with a field twice", () => {
    expect(wrongMeanings([{ kind: "name" }])).toBe("Choose one column with the numbers.");
    expect(wrongMeanings([{ kind: "number" }, { kind: "name" }, { kind: "name" }])).toBe(
      "Choose one column with the names.",
    );
    const field = (name: string) => ({ kind: "field", name }) as const;
    expect(wrongMeanings([{ kind: "number" }, field("City"), field("city")])).toBe(
      "Two columns go into the same field.",
    );
  });

  it("make no fields when they are empty, or are the reasons in a file of skipped rows", async () => {
    const { columns, numbers } = await lookAtFile(
      new Blob(["Mobile,City,Empty,Skipped because,\n021 555 0101,Nelson,,No number (line 2),\n"]),
    );
    expect(fieldsOf(guessMeanings(columns, [], numbers))).toEqual(["City"]);
  });

  it("are fields by names that a text can name", () => {
    expect(["City", "Name", "number", "a|b", "", "x".repeat(61)].map(isFieldName)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

/** Returns rows in batches, as a reader of files does. */
async function* inBatches(rows: readonly FileRow[], many: number): AsyncGenerator<FileRow[]> {
  for (let from = 0; from < rows.length; from += many) yield rows.slice(from, from + many);
}

async function allPieces(batches: AsyncIterable<FileRow[]>, meanings: readonly Meaning[]): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of piecesOf(batches, meanings)) pieces.push(piece);
  return pieces;
}

describe("pieces", () => {
  it("have a line for each row, with the columns that were chosen", async () => {
    const { columns, rows, numbers } = await lookAtFile(new Blob([CSV]));
    const pieces = await allPieces(inBatches(rows, 1), guessMeanings(columns, ["City"], numbers));
    expect(pieces).toEqual([
      {
        lines: [2, 3],
        numbers: "021 555 0101\n021 555 0102",
        names: "Anna\nB en",
        values: ["Nelson\n", "L\n"],
      },
    ]);
  });

  it("are all rows, in order, and none too large, however many are read at a time", async () => {
    const rows = Array.from({ length: 5_000 }, (_, line) => ({
      line,
      cells: [String(line), "x".repeat(line % 900)],
    }));
    const meanings: Meaning[] = [{ kind: "number" }, { kind: "field", name: "b" }];
    for (const many of [1, 1_999, 5_000]) {
      const pieces = await allPieces(inBatches(rows, many), meanings);
      expect(pieces.flatMap(({ lines }) => lines)).toEqual(rows.map(({ line }) => line));
      expect(pieces.flatMap(({ numbers }) => numbers.split("\n"))).toEqual(rows.map(({ cells }) => cells[0]));
      for (const { lines, values } of pieces) {
        expect(lines.length).toBeLessThanOrEqual(2_000);
        expect(values[0]?.length).toBeLessThan(700_000);
      }
    }
  });
});

it("a row without a number is left out for that, and not for a wrong one", () => {
  expect([" ", "nobody"].map((given) => whySkipped("not-a-number", null, given))).toEqual([
    "No number",
    "Not a phone number",
  ]);
});

it("skipped rows are a file with all columns, which can be fixed and imported again", async () => {
  const file = await lookAtFile(
    new Blob(['Mobile,Note,Note\n021 555 0101,a,b\nnobody,=1+"1",x\n"two\nlines",,\n']),
  );
  const skipped = [
    { line: 3, given: "nobody", why: whySkipped("not-a-number", null, "nobody") },
    { line: 4, given: "two lines", why: whySkipped("value-too-long", "Note", "two lines") },
  ];
  const saved = await skippedFile(file, skipped);
  expect(Buffer.from(await saved.arrayBuffer()).toString()).toBe(
    '\ufeffMobile,Note,Note,Skipped because\r\nnobody,"\'=1+""1""",x,Not a phone number (line 3)\r\n' +
      '"two\nlines",,,Note is longer than 200 characters (line 4)\r\n',
  );
  const again = await lookAtFile(saved);
  expect(again.rows[0]?.cells).toEqual(["nobody", '=1+"1"', "x", "Not a phone number (line 3)"]);
});
