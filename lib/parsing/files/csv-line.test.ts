import { expect, test } from "vitest";
import { csvLine } from "@/lib/parsing/files/csv-line";
import { CsvReader } from "@/lib/parsing/files/csv-reader";
import { withoutGuard } from "@/lib/sms/numbers/formula-guard";

test.each([
  [["a", "b"], "a,b"],
  [['say "hi"', "one, two", "three\nfour"], '"say ""hi""","one, two","three\nfour"'],
  [["=1+1", "+64211234567", "-1", "@SUM(A1)", "\tx"], "'=1+1,'+64211234567,'-1,'@SUM(A1),\"'\tx\""],
  [["one; two", "a\tb", "x;=1+1", "=1;2"], `"one; two","a\tb","x;=1+1","'=1;2"`],
  [["=1,2"], `"'=1,2"`],
  [["\uff1d1+1", "\uff20a", "\nx"], "'\uff1d1+1,'\uff20a,\"'\nx\""],
  [["'=1", "'Tama"], "''=1,'Tama"],
  [[-1, 0.115, null, undefined, ""], "-1,0.115,,,"],
])("a line of %j", (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});

/** Values that an export must not change for the import that reads it. */
const KEPT = [
  "@kiwi.books",
  "=Tama",
  "'=Tama",
  "''+1",
  "-",
  "- Ana",
  "+64 21 555 0105",
  "'Anna'",
  "'",
  "O'Brien",
  '="x"',
  '"',
  '""',
  'say "hi"',
  '5"',
  '"a,b"',
  "a;b",
  "a|b",
  "a\tb",
  "\\",
  'a\\"',
  '\\",',
  "sep=;",
  "=",
  "==",
  "''",
  "\uff1dx",
  "Māui 😀",
  "a'b",
  "`x`",
  '=cmd|"/C calc"!A0',
  "\u00a0-\u00a0x",
  "'\"'",
  "1,5",
  "{{x}}",
];

test("a value of an export is read back exactly", () => {
  const reader = new CsvReader();
  const rows = [...reader.push(KEPT.map((value) => csvLine(["x", value, value])).join("")), ...reader.end()];
  const kept = KEPT.map((value) => value.trim());
  expect(rows.map(({ cells }) => cells.map(withoutGuard))).toEqual(kept.map((value) => ["x", value, value]));
  expect(reader.strayQuotes.count).toBe(0);
});
