import { describe, expect, it } from "vitest";
import { rangeBeginning } from "@/lib/sms/numbers/number-range";

/**
 * Ranges in the spellings of operators, tables of premium numbers, switches and spreadsheets, each with its digits.
 */
const RANGES: readonly [written: string, digits: string | null][] = [
  ["882", "882"],
  ["+882", "882"],
  ["00882", "882"],
  [" +882 ", "882"],
  ["882\n", "882"],
  ["+64 900", "64900"],
  ["0064900", "64900"],
  ["00 64 900", "64900"],
  ["64-900", "64900"],
  ["64.900", "64900"],
  ["(64) 900", "64900"],
  ["+64 (0)900", "64900"],
  ["+64\u00a0900", "64900"],
  ["64\u2011900", "64900"],
  ["0900", "64900"],
  ["0900 *", "64900"],
  ["1-900", "1900"],
  ["+1 (900)", "1900"],
  ["8 8 2", "882"],
  ["1", "1"],
  ["123456789012345", "123456789012345"],
  // Further digits, in the spellings of switches and of vendors' lists.
  ["882*", "882"],
  ["+882**", "882"],
  ["882%", "882"],
  ["882#", "882"],
  ["882x", "882"],
  ["882XXXXXX", "882"],
  ["64900 xxx xxx", "64900"],
  ["882?", "882"],
  ["882\u2026", "882"],
  ["882...", "882"],
  ["882.", "882"],
  ["_882X.", "882"],
  ["^882", "882"],
  ["^882.*", "882"],
  ["^\\+882.*$", "882"],
  ["^882\\d+$", "882"],
  ["64900*", "64900"],
  // Copies from pages: full-width digits and invisible marks.
  ["\uff0b\uff18\uff18\uff12", "882"],
  ["\u202a+882\u202c", "882"],
  ["882\u200b", "882"],
  // Ranges with two ends, and several ranges. A number would be a guess.
  ["64900-64905", null],
  ["64900 - 64905", null],
  ["64900\u201364905", null],
  ["64900-05", null],
  ["882-883", null],
  ["882-883-884", null],
  ["0900-0905", null],
  ["64900xxxx-64905xxxx", null],
  ["+882\u2013883", null],
  ["64900,64901", null],
  ["64900;64901", null],
  ["882/883", null],
  ["(882|883)", null],
  ["882 to 883", null],
  // Digits behind a wildcard, and texts without a range.
  ["882x3", null],
  ["*882", null],
  ["x882", null],
  ["900[0-5]", null],
  ["8a2", null],
  ["882.0", null],
  ["8.82e2", null],
  ["882+", null],
  ["++882", null],
  ["011882", null],
  ["000882", null],
  ["0", null],
  ["00", null],
  ["+", null],
  ["*", null],
  ["", null],
  ["N/A", null],
  ["tel:+882", null],
  ["1234567890123456", null],
  [`882${"*".repeat(200)}`, null],
];

describe("a range of numbers", () => {
  it.each(RANGES)("%j begins with %s", (written, digits) => {
    expect(rangeBeginning(written)).toBe(digits);
  });
});
