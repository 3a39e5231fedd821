import { expect, test } from "vitest";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import { lookAtFile, rowsBelowTitles } from "@/lib/parsing/files/read-file";

/** The reading of a file: titles, rows as `line: cell|cell`, and notes as `about count @lines`. */
type ExpectedReading = { titles: string; rows: readonly string[]; notes?: readonly string[] };

const ANA = "2: Ana|021";
const BEN = "3: Ben|022";
const TWO = { titles: "Name|Mobile", rows: [ANA, BEN] };
const bytes = (encoding: BufferEncoding, text: string) => Buffer.from(text, encoding);

/** Files and their expected readings, one line each. */
const FILES: readonly (readonly [form: string, file: string | Buffer, expected: ExpectedReading])[] = [
  ["commas", "Name,Mobile\r\nAna,021\r\nBen,022\r\n", TWO],
  ["semicolons", "Name;Mobile\nAna;021\nBen;022", TWO],
  ["tabs", "Name\tMobile\nAna\t021\nBen\t022", TWO],
  ["bars", "Name|Mobile\nAna|021\nBen|022", TWO],
  [
    "a first line sep=;",
    "sep=;\r\nName;Mobile\r\nAna;021\r\n",
    { titles: "Name|Mobile", rows: ["3: Ana|021"] },
  ],
  [
    'a first line "sep=,"',
    '"sep=,"\nName,Mobile\nAna,021\n',
    { titles: "Name|Mobile", rows: ["3: Ana|021"] },
  ],
  [
    "a first line sep=| behind a mark",
    "\ufeffsep=|\nName|Mobile\nAna|021",
    { titles: "Name|Mobile", rows: ["3: Ana|021"] },
  ],
  [
    "a first line sep= and a tab",
    "sep=\t\nName\tMobile\nAna\t021",
    { titles: "Name|Mobile", rows: ["3: Ana|021"] },
  ],
  [
    "a first line sep=: against the others",
    "sep=:\nName:Mobile\nA,B:021",
    { titles: "Name|Mobile", rows: ["3: A,B|021"] },
  ],
  [
    "decimal commas between semicolons",
    "Mobile;Paid\n021;1,50\n022;2,50",
    { titles: "Mobile|Paid", rows: ["2: 021|1,50", "3: 022|2,50"] },
  ],
  [
    "commas in cells between tabs",
    "Name\tMobile\nSmith, Jo\t021",
    { titles: "Name|Mobile", rows: ["2: Smith, Jo|021"] },
  ],
  ["line feeds", "Name,Mobile\nAna,021\nBen,022\n", TWO],
  ["carriage returns", "Name,Mobile\rAna,021\rBen,022\r", TWO],
  ["mixed line ends", "Name,Mobile\r\nAna,021\rBen,022\n", TWO],
  ["no line end at the end", "Name,Mobile\nAna,021\nBen,022", TWO],
  ["blank lines", "\n\nName,Mobile\n\n , \nAna,021\n,,\n", { titles: "Name|Mobile", rows: ["6: Ana|021"] }],
  [
    "UTF-8 with a mark",
    "\ufeffName,Mobile\nZo\u00eb,021",
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb|021"] },
  ],
  ["two marks", "\ufeff\ufeffName,Mobile\nAna,021", { titles: "Name|Mobile", rows: [ANA] }],
  [
    "UTF-16 with a mark",
    bytes("utf16le", "\ufeffName,Mobile\nZo\u00eb,021"),
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb|021"] },
  ],
  [
    "UTF-16 without a mark",
    bytes("utf16le", "Name,Mobile\nZo\u00eb,021"),
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb|021"] },
  ],
  [
    "UTF-16 from the other end",
    bytes("utf16le", "\ufeffName,Mobile\nZo\u00eb,021").swap16(),
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb|021"] },
  ],
  [
    "UTF-16 of the other end without a mark",
    bytes("utf16le", "Name,Mobile\nZo\u00eb,021").swap16(),
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb|021"] },
  ],
  [
    "Windows-1252",
    bytes("latin1", "Name,Mobile\r\nZo\u00eb Mart\u00edn,021"),
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb Mart\u00edn|021"] },
  ],
  [
    "Windows-1252 with its quotes",
    bytes("latin1", "Name,Mobile\r\nO\u0092Brien,021"),
    { titles: "Name|Mobile", rows: ["2: O\u2019Brien|021"] },
  ],
  [
    "Mac Roman with its line ends",
    bytes("latin1", "Name,Mobile\rZo\u0091 Mart\u0092n,021"),
    { titles: "Name|Mobile", rows: ["2: Zo\u00eb Mart\u00edn|021"] },
  ],
  [
    "Mac Roman with other line ends",
    bytes("latin1", "Name,Mobile\nGar\u008don,021"),
    { titles: "Name|Mobile", rows: ["2: Gar\u00e7on|021"] },
  ],
  ["zero characters", "Name,Mobile\nA\0na,0\x0021", { titles: "Name|Mobile", rows: [ANA] }],
  ["quotes", '"Name","Mobile"\n"Smith, Jo","021"', { titles: "Name|Mobile", rows: ["2: Smith, Jo|021"] }],
  ["doubled quotes", 'Name,Mobile\n"Ana ""A""",021', { titles: "Name|Mobile", rows: ['2: Ana "A"|021'] }],
  [
    "line breaks in quotes",
    'Name,Mobile\n"Ana\nSmith",021\nBen,022',
    { titles: "Name|Mobile", rows: ["2: Ana\nSmith|021", "4: Ben|022"] },
  ],
  ["blanks around quotes", 'Name,Mobile\n  "Ana"  , "021" \nBen,022', TWO],
  [
    "quotes inside of a cell without any",
    'Name,Mobile\nAna "A" Smith,021',
    { titles: "Name|Mobile", rows: ['2: Ana "A" Smith|021'] },
  ],
  ["an inch", 'Name,Mobile\nPipe 5",021\nBen,022', { titles: "Name|Mobile", rows: ['2: Pipe 5"|021', BEN] }],
  [
    "quotes inside of quotes that are not doubled",
    'Name,Mobile\n"Ana "A" Smith",021\nBen,022',
    { titles: "Name|Mobile", rows: ['2: Ana "A" Smith|021', BEN] },
  ],
  [
    "quotes behind backslashes",
    'Name,Mobile\n"Ana \\"A, B\\"",021\nBen,022',
    { titles: "Name|Mobile", rows: ['2: Ana "A, B"|021', BEN] },
  ],
  [
    "a backslash at the end of quotes",
    'Name,Mobile\n"C:\\",021\nBen,022',
    { titles: "Name|Mobile", rows: ["2: C:\\|021", BEN] },
  ],
  [
    "smart quotes are letters",
    "Name,Mobile\n\u201cAna\u201d,021",
    { titles: "Name|Mobile", rows: ["2: \u201cAna\u201d|021"] },
  ],
  [
    "a quote that is never closed",
    'Name,Mobile\n"Ana,021\nBen,022\nCleo,023\n',
    { titles: "Name|Mobile", rows: [ANA, BEN, "4: Cleo|023"], notes: ["stray-quote 1 @2"] },
  ],
  [
    "a quote that is closed by another row's",
    'Name,Mobile\n"Ana,021\n"Ben",022\nCleo,023\n',
    { titles: "Name|Mobile", rows: [ANA, BEN, "4: Cleo|023"], notes: ["stray-quote 1 @2"] },
  ],
  [
    "a quote that is closed far below, with text behind it",
    'Name,Mobile\n"Ana,021\nBen,022\nThe "Cat" Smith,023\n',
    { titles: "Name|Mobile", rows: [ANA, BEN, '4: The "Cat" Smith|023'], notes: ["stray-quote 1 @2"] },
  ],
  [
    "several that are never closed",
    'Name,Mobile\n"Ana,021\nBen,022\n"Cleo,023',
    { titles: "Name|Mobile", rows: [ANA, BEN, "4: Cleo|023"], notes: ["stray-quote 2 @2,4"] },
  ],
  ["one in the last cell", 'Name,Mobile\nAna,021\nBen,"022', { ...TWO, notes: ["stray-quote 1 @3"] }],
  ["one in the titles", 'Name,"Mobile\nAna,021\nBen,022', { ...TWO, notes: ["stray-quote 1 @1"] }],
  ["empty quotes", 'Name,Mobile\n"",021\nBen,""', { titles: "Name|Mobile", rows: ["2: |021", "3: Ben|"] }],
  [
    "trailing separators",
    "Name,Mobile,,\nAna,021,,\nBen,022,,",
    { titles: "Name|Mobile|Column 3|Column 4", rows: ["2: Ana|021||", "3: Ben|022||"] },
  ],
  [
    "rows with more cells",
    "Name,Mobile\nAna,021,x\nBen,022",
    { titles: "Name|Mobile|Column 3", rows: ["2: Ana|021|x", BEN], notes: ["longer 1 @2"] },
  ],
  [
    "rows with fewer cells",
    "Name,Mobile,City\nAna,021\nBen,022,X",
    { titles: "Name|Mobile|City", rows: [ANA, "3: Ben|022|X"], notes: ["shorter 1 @2"] },
  ],
  [
    "titles that repeat",
    "Phone,Phone,phone\n021,022,023",
    { titles: "Phone|Phone (2)|phone (3)", rows: ["2: 021|022|023"] },
  ],
  [
    "titles that are taken by a repeat",
    "A (2),A,A\n021,x,y",
    { titles: "A (2)|A|A (3)", rows: ["2: 021|x|y"] },
  ],
  [
    "a title that is missing",
    "Name,,Mobile\nAna,x,021",
    { titles: "Name|Column 2|Mobile", rows: ["2: Ana|x|021"] },
  ],
  [
    "no titles",
    "Ana,0215550101\nBen,0215550102",
    { titles: "Column 1|Column 2", rows: ["1: Ana|0215550101", "2: Ben|0215550102"] },
  ],
  [
    "no titles, and zeros that are missing",
    "275550100\n275550101",
    { titles: "Column 1", rows: ["1: 275550100", "2: 275550101"] },
  ],
  [
    "no titles, and a rounded number first",
    "6.42E+10,Ana\n0215550102,Ben",
    { titles: "Column 1|Column 2", rows: ["1: 6.42E+10|Ana", "2: 0215550102|Ben"] },
  ],
  ["titles only", "Name,Mobile\n", { titles: "Name|Mobile", rows: [] }],
  ["nothing", "", { titles: "", rows: [] }],
  ["only blanks", " \n\n", { titles: "", rows: [] }],
  [
    "titles in the third line",
    "Customers of Kiwi Books\n\nName,Mobile\nAna,021\n",
    { titles: "Name|Mobile", rows: ["4: Ana|021"], notes: ["above-titles 1 @1"] },
  ],
  [
    "titles below a report's name and date, with separators",
    "Mobile customers,,\n28/11/2026,,\nName,Mobile,City\nAna,021,X\n",
    { titles: "Name|Mobile|City", rows: ["4: Ana|021|X"], notes: ["above-titles 2 @1,2"] },
  ],
  [
    "titles in another language below a heading",
    "Liste\nNom;T\u00e9l\u00e9phone portable\nAna;0215550101\n",
    { titles: "Nom|T\u00e9l\u00e9phone portable", rows: ["3: Ana|0215550101"], notes: ["above-titles 1 @1"] },
  ],
  [
    "guards of an export",
    "Name,Web\n'@kiwi.books,'=Tama\n''=x,'Ana'",
    { titles: "Name|Web", rows: ["2: @kiwi.books|=Tama", "3: '=x|'Ana'"] },
  ],
  ['texts that are forced, ="021"', 'Name,Mobile\n="Ana",="021"\n"=""Ben""","=""022"""', TWO],
  ["a guard in a title", "'=Web,Mobile\nx,021", { titles: "=Web|Mobile", rows: ["2: x|021"] }],
  ["one column", "Mobile\n021\n022", { titles: "Mobile", rows: ["2: 021", "3: 022"] }],
  [
    "a long line",
    `Name,Mobile\n${"x".repeat(40_000)},021`,
    { titles: "Name|Mobile", rows: [`2: ${"x".repeat(32_767)}|021`] },
  ],
  [
    "a line that does not end",
    `Mobile,Note\n021,"${"x".repeat(3_000_000)}`,
    { titles: "Mobile|Note", rows: [`2: 021|${"x".repeat(32_767)}`], notes: ["stray-quote 1 @2"] },
  ],
];

test.each(FILES)("a file with %s", async (_, file, expected) => {
  const blob = new Blob([Buffer.from(file as string)]);
  const { columns, count, notes } = await lookAtFile(blob);
  const rows = await all(blob);
  expect({
    titles: columns.map(({ title }) => title).join("|"),
    rows: rows.map(({ line, cells }) => `${line}: ${cells.join("|")}`),
    notes: notes.map(({ about, count: many, lines }) => `${about} ${many} @${lines.join()}`),
  }).toEqual({ notes: [], ...expected });
  expect(count).toBe(rows.length);
});

async function all(file: Blob): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of rowsBelowTitles(await lookAtFile(file))) rows.push(...batch);
  return rows;
}
