import { describe, expect, it } from "vitest";
import { numberColumn, readCsv } from "@/lib/sms/numbers/read-csv";
import { superlinear } from "@/tests/support/linear-time";

describe("a CSV file", () => {
  it("has named columns, quoted cells, and rows that know their line", () => {
    const file = readCsv(
      '\ufeffName,Mobile,Note\r\n"Smith, Jo",021 123 4567,"two\r\nlines, ""quoted"""\r\n\r\nAroha,0211234568,\r\n',
    );
    expect(file).toEqual({
      columns: ["Name", "Mobile", "Note"],
      rows: [
        { line: 2, cells: ["Smith, Jo", "021 123 4567", 'two\r\nlines, "quoted"'] },
        { line: 5, cells: ["Aroha", "0211234568", ""] },
      ],
    });
    expect(numberColumn(file)).toBe(1);
  });

  it("has no names where its first row has a number already", () => {
    const file = readCsv("0211234567;Jo\n0211234568;Aroha");
    expect(file.columns).toEqual(["Column 1", "Column 2"]);
    expect(file.rows.map(({ line }) => line)).toEqual([1, 2]);
    expect(numberColumn(file)).toBe(0);
  });

  it("finds the column with the most numbers, and does not take an order number for one", () => {
    const file = readCsv("Order\tPhone\tMobile\n100234\t093001234\t0211234567\n100235\t\t0211234568\n");
    expect(numberColumn(file)).toBe(2);
  });

  it("may be empty, or end in the middle of a quoted cell", () => {
    expect(readCsv("")).toEqual({ columns: [], rows: [] });
    expect(numberColumn(readCsv(""))).toBe(0);
    expect(readCsv('Mobile\n"0211234567').rows).toEqual([{ line: 2, cells: ["0211234567"] }]);
  });
});

it("is read in time linear in its length", () => {
  expect(superlinear((text) => numberColumn(readCsv(text)))).toBeNull();
}, 240_000);
