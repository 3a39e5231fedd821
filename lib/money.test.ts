import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  formatMoney,
  formatNzMoney,
  fromDollars,
  gstMicros,
  parseDollars,
  toDecimal,
  toDollars,
} from "@/lib/money";

describe("gstMicros", () => {
  test.each([
    [100_000n, 15_000n],
    [5_000n, 750n],
    [3n, 0n], // 0.45
    [10n, 2n], // 1.5 rounds up
    [0n, 0n],
  ])("is 15%% of %s, rounded half-up: %s", (net, gst) => {
    expect(gstMicros(net, true)).toBe(gst);
  });

  it("is nothing for who pays none", () => {
    expect(gstMicros(100_000n, false)).toBe(0n);
  });
});

describe("decimals", () => {
  test.each([
    [115_000n, "0.115"],
    [10_000_000n, "10.00"],
    [9_885_000n, "9.885"],
    [1n, "0.000001"],
    [-1_500_000n, "-1.50"],
    [0n, "0.00"],
  ])("%s micro-dollars are %s", (micros, text) => {
    expect(toDecimal(micros)).toBe(text);
    expect(toDollars(micros)).toBe(Number(text));
    expect(fromDollars(toDollars(micros))).toBe(micros);
  });

  it("reads back what it writes", () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 17n), 10n ** 17n), (micros) => {
        expect(parseDollars(toDecimal(micros))).toBe(micros);
      }),
    );
  });

  test.each(["", "1e3", "1.1234567", ".5", "abc", "1,000"])("does not read '%s'", (text) => {
    expect(() => parseDollars(text)).toThrow(RangeError);
  });
});

describe("an amount as people read it", () => {
  test.each([
    ["123454.894", "$123,454.894"],
    ["1234567.00", "$1,234,567.00"],
    ["999.5", "$999.50"],
    ["0.115", "$0.115"],
    ["50", "$50.00"],
    ["-1234.5", "−$1,234.50"],
  ])("%s is %s", (amount, said) => {
    expect(formatMoney(amount)).toBe(said);
    expect(formatNzMoney(amount)).toBe(said.replace("$", "NZ$$"));
  });
});
