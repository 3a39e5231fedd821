import { describe, expect, test } from "vitest";
import { unixTime } from "@/lib/contracts/base/nz-date-time";

const AT = "2026-11-30T20:00:00.000Z";

/** Seconds of that moment in the spellings of languages and programs. */
const TAKEN: readonly [what: string, given: unknown][] = [
  ["a JSON number", 1_796_068_800],
  ["digits, as a form has them", "1796068800"],
  ["PHP's strtotime() in a form", "1796068800"],
  ["Python's time.time()", 1_796_068_800.5],
  ["str(time.time()) of Python", "1796068800.123456"],
  ["repr of a Python float", "1796068800.0"],
  ["Date.now() / 1000 of JavaScript", 1_796_068_800.999],
  ["Ruby's Time#to_f", "1796068800.9999999"],
  ["date +%s, with its line feed", "1796068800\n"],
  ["date +%s.%N", "1796068800.123456789"],
  ["a cell of a spreadsheet with a space", " 1796068800 "],
  ["a carriage return", "1796068800\r\n"],
  ["a JSON number with an exponent", JSON.parse("1.7960688e9")],
  ["a leading zero", "01796068800"],
];

const SECONDS = "must be Unix seconds, such as 1796068800";

const REFUSED: readonly [what: string, given: unknown, sentence: string][] = [
  ["milliseconds", 1_796_068_800_000, "not milliseconds"],
  ["milliseconds in digits", "1796068800000", "not milliseconds"],
  ["milliseconds with a fraction", 1_796_068_800_000.5, "not milliseconds"],
  ["microseconds", "1796068800000000", "not milliseconds"],
  ["a date", "2026-12-01", "or use 'sendAt' for a date"],
  ["a date with time", "2026-12-01 09:00:00", "or use 'sendAt' for a date"],
  ["ISO 8601", "2026-12-01T09:00:00+13:00", "or use 'sendAt' for a date"],
  ["a date without dashes", "20261201T090000Z", "or use 'sendAt' for a date"],
  ["a date of a mail", "Tue, 01 Dec 2026 09:00:00 +1300", "or use 'sendAt' for a date"],
  ["a day of New Zealand", "1/12/2026", "or use 'sendAt' for a date"],
  ["words", "tomorrow", "or use 'sendAt' for a date"],
  ["now", "now", "or use 'sendAt' for a date"],
  ["a negative number", -1, "or use 'sendAt' for a date"],
  ["a negative number in digits", "-1796068800", "or use 'sendAt' for a date"],
  ["a plus sign", "+1796068800", "or use 'sendAt' for a date"],
  ["an exponent in a text", "1.7960688e9", "or use 'sendAt' for a date"],
  ["hexadecimal", "0x6b0d9f00", "or use 'sendAt' for a date"],
  ["thousands separators", "1,796,068,800", "or use 'sendAt' for a date"],
  ["a decimal comma", "1796068800,5", "or use 'sendAt' for a date"],
  ["digits of another script", "１７９６０６８８００", "or use 'sendAt' for a date"],
  ["a unit", "1796068800s", "or use 'sendAt' for a date"],
  ["at, as date(1) has it", "@1796068800", "or use 'sendAt' for a date"],
  ["NaN", "NaN", "or use 'sendAt' for a date"],
  ["infinity", "Infinity", "or use 'sendAt' for a date"],
  ["a huge number", 1e300, "or use 'sendAt' for a date"],
  ["a blank", " ", "or use 'sendAt' for a date"],
  ["a NUL", "1796068800\0", "or use 'sendAt' for a date"],
  ["many digits", "9".repeat(10_000), "or use 'sendAt' for a date"],
];

const KINDS: readonly unknown[] = [true, null, [], [1_796_068_800], {}, { toString: 1 }, Number.NaN];

describe("Unix seconds", () => {
  test.each(TAKEN)("are taken as %s", (_, given) => {
    expect(unixTime().parse(given).toISOString()).toBe(AT);
  });

  test.each(REFUSED)("are not %s", (_, given, sentence) => {
    const [issue] = unixTime().safeParse(given).error?.issues ?? [];
    expect(issue?.message).toBe(`${SECONDS}, ${sentence}`);
  });

  test.each(KINDS)("are not %j", (given) => {
    expect(unixTime().safeParse(given).error?.issues[0]?.message).toContain(SECONDS);
  });
});
