import { describe, expect, it, test } from "vitest";
import { formatOf, numberText } from "@/lib/parsing/files/cell-formats";
import { lookAtFile, rowsBelowTitles } from "@/lib/parsing/files/read-file";
import { workbookOf } from "@/tests/support/spreadsheets/workbook";
import { zipOf } from "@/tests/support/spreadsheets/zip";

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const TITLES = `<row r="1">${text("Name")}${text("Mobile")}</row>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;

async function read(bytes: Buffer) {
  const file = new Blob([new Uint8Array(bytes)]);
  const looked = await lookAtFile(file);
  const rows: string[] = [];
  for await (const batch of rowsBelowTitles(looked))
    rows.push(...batch.map(({ line, cells }) => `${line}: ${cells.join("|")}`));
  expect(looked.count).toBe(rows.length);
  return { ...looked, rows };
}

/** Cells of a workbook as XML, and their texts. The formats 2, 3, ... are those of `FORMATS`. */
const FORMATS = [
  "yyyy\\-mm\\-dd",
  "000 000 0000",
  "0.00",
  "[Red]#,##0",
  "h:mm",
  "&quot;day&quot; 0",
  "0#########",
];
const STRINGS = [
  "<t>Ana</t>",
  '<r><t>An</t></r><r><t xml:space="preserve">a </t></r>',
  "<t>\u8cc0</t><rPh><t>ga</t></rPh>",
  "<t>A &amp; B &#x1F600;</t>",
];
const CELLS: readonly (readonly [form: string, cell: string, expected: string])[] = [
  ["a shared text", '<c t="s"><v>0</v></c>', "Ana"],
  ["a shared text in runs", '<c t="s"><v>1</v></c>', "Ana"],
  ["a shared text with its reading", '<c t="s"><v>2</v></c>', "\u8cc0"],
  ["entities", '<c t="s"><v>3</v></c>', "A & B \u{1f600}"],
  ["a shared text that is not there", '<c t="s"><v>99</v></c>', ""],
  ["an inline text", text("Ana &lt;3"), "Ana <3"],
  ["a formula's last text", '<c t="str"><f>A1&amp;B1</f><v>0215550101</v></c>', "0215550101"],
  ["a formula's last number", "<c><f>64215550100+1</f><v>64215550101</v></c>", "64215550101"],
  ["a formula without a result", "<c><f>A1</f></c>", ""],
  ["a number in powers of ten", "<c><v>6.42155501e10</v></c>", "64215550100"],
  ["a number in powers of ten, all digits", "<c><v>6.4215550109E+10</v></c>", "64215550109"],
  ["a number", "<c><v>64215550109</v></c>", "64215550109"],
  ["a number without its zero", "<c><v>275550100</v></c>", "275550100"],
  ["a number whose format has the zero", '<c s="3"><v>215550101</v></c>', "0215550101"],
  ["a number with decimals", '<c s="4"><v>12.5</v></c>', "12.5"],
  ["a whole number with decimals in its format", '<c s="4"><v>64215550109</v></c>', "64215550109"],
  ["a number that a formula left inexact", "<c><v>0.30000000000000004</v></c>", "0.30000000000000004"],
  ["a negative number", "<c><v>-64215550109</v></c>", "-64215550109"],
  ["a date", '<c s="1"><v>46354</v></c>', "2026-11-28"],
  ["a date of a format of its own", '<c s="2"><v>46354.5</v></c>', "2026-11-28 12:00:00"],
  ["a time", '<c s="6"><v>0.5</v></c>', "12:00:00"],
  ["a date as text", '<c t="d"><v>2026-11-28</v></c>', "2026-11-28"],
  ["a colour that is no date", '<c s="5"><v>46354</v></c>', "46354"],
  ["a word that is no date", '<c s="7"><v>46354</v></c>', "46354"],
  ["yes", '<c t="b"><v>1</v></c>', "TRUE"],
  ["an error", '<c t="e"><v>#N/A</v></c>', "#N/A"],
  ["a format that is not there", '<c s="99"><v>7</v></c>', "7"],
  ["no value", '<c s="1"/>', ""],
  ["a prefix", '<x:c t="inlineStr"><x:is><x:t>Ana</x:t></x:is></x:c>', "Ana"],
  ["a guard that is text", text("&apos;=Tama"), "'=Tama"],
  ["blanks around", text("  Ana\u00a0"), "Ana"],
];

it("has no note for rows that end with empty cells, which a spreadsheet does not store", async () => {
  const titles = row(text("Name"), text("Mobile"), text("City"));
  const { rows, notes } = await read(workbookOf([{ rows: titles + row(text("Ana"), text("0215550101")) }]));
  expect([rows, notes]).toEqual([["2: Ana|0215550101"], []]);
});

test.each(CELLS)("a cell with %s", async (_, cell, expected) => {
  const { rows } = await read(
    workbookOf([{ rows: TITLES + row(cell, text("0215550101")) }], { strings: STRINGS, formats: FORMATS }),
  );
  expect(rows).toEqual([`2: ${expected}|0215550101`]);
});

describe("a workbook", () => {
  it("has rows and cells at their places in the sheet", async () => {
    const rows = `<row r="3"><c r="B3"><v>1</v></c><c r="D3"><v>2</v></c></row><row r="7"/><row r="9"><c r="A9"><v>3</v></c></row>`;
    expect((await read(workbookOf([{ rows: TITLES + rows }]))).rows).toEqual(["3: |1||2", "9: 3"]);
  });

  it("is read from the sheet with numbers: no hidden sheet, no cover", async () => {
    const people = TITLES + row(text("Ana"), "<c><v>64215550101</v></c>");
    const sheets = [
      { rows: people, attributes: 'state="hidden"' },
      { rows: row(text("Read me")) },
      { rows: people.replace("Ana", "Ben") },
    ];
    const { rows, notes } = await read(workbookOf(sheets));
    expect(rows).toEqual(["2: Ben|64215550101"]);
    expect(notes).toEqual([{ about: "other-sheets", count: 2, lines: [] }]);
  });

  it("names hidden rows, and reads them", async () => {
    const rows = `${TITLES}<row r="5" hidden="1">${text("Ana")}${text("0215550101")}</row>`;
    const looked = await read(workbookOf([{ rows }]));
    expect(looked.rows).toEqual(["5: Ana|0215550101"]);
    expect(looked.notes).toEqual([{ about: "hidden", count: 1, lines: [5] }]);
  });

  it("counts days as old Macs do if it is marked so", async () => {
    const rows = TITLES + row('<c s="1"><v>44892</v></c>', text("0215550101"));
    const looked = await read(workbookOf([{ rows }], { properties: '<workbookPr date1904="1"/>' }));
    expect(looked.rows).toEqual(["2: 2026-11-28|0215550101"]);
  });

  test.each([
    ["that is cut short", workbookOf([{ rows: TITLES }]).subarray(0, 300), /damaged/],
    ["that is no archive", Buffer.from("PK\u0003\u0004 and more"), /damaged/],
    ["of another kind", zipOf({ "word/document.xml": "<x/>" }), /archive without a spreadsheet/],
    ["of OpenDocument", zipOf({ mimetype: "x", "META-INF/manifest.xml": "<x/>" }), /OpenDocument/],
    ["of Apple Numbers", zipOf({ "Index/Document.iwa": "x" }), /Apple Numbers/],
    ["that is encrypted", zipOf({ "_rels/.rels": "<x/>" }, { flags: 1 }), /password/],
    [
      "in the binary format",
      zipOf({ "_rels/.rels": '<Relationship Type="x/officeDocument" Target="xl/workbook.bin"/>' }),
      /\.xlsb/,
    ],
    ["in the old format", Buffer.from("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "latin1"), /\.xls/],
  ])("%s is refused by name", async (_, bytes, sentence) => {
    await expect(read(bytes)).rejects.toThrow(sentence);
  });

  test.each(["BEGIN:VCARD\r\nTEL:021", "%PDF-1.7", "<html><table>", "\u001f\u008b"])(
    "is no file that begins %j",
    async (beginning) => {
      await expect(read(Buffer.from(beginning, "latin1"))).rejects.toThrow("Only CSV and Excel files");
    },
  );

  it("is not unpacked beyond its bounds", async () => {
    const bomb = workbookOf([{ rows: TITLES }], { strings: [`<t>${"x".repeat(200 * 1024 * 1024)}</t>`] });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(read(bomb)).rejects.toThrow("too large");
  }, 60_000);

  it("may not name cells far to the right in every row", async () => {
    const far = Array.from({ length: 700 }, () => '<row><c r="XFD1"><v>1</v></c></row>').join("");
    await expect(read(workbookOf([{ rows: far }]))).rejects.toThrow("too many cells");
  });

  it("may not nest elements without an end, and defines no entities", async () => {
    await expect(read(workbookOf([{ rows: "<a>".repeat(100_000) }]))).rejects.toThrow("damaged");
    const defined = zipOf({ "_rels/.rels": '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' });
    await expect(read(defined)).rejects.toThrow("archive without a spreadsheet");
  });
});

test("a format and a number never throw", () => {
  expect(formatOf(0, "0".repeat(10_000)).isDate).toBe(false);
  expect(numberText("x", { isDate: true, digits: 0 }, false)).toBe("x");
  expect(numberText("1e400", { isDate: true, digits: 0 }, false)).toBe("1e400");
});
