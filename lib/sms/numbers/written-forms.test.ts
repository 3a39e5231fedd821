import { describe, expect, it, test } from "vitest";
import { isWrittenFormOf, likelyNumbers, writtenDigits } from "@/lib/sms/numbers/written-forms";

const HANDSET = "64211234567";

test.each([
  ["64211234567", true],
  ["+64211234567", true],
  ["0064211234567", true],
  ["0211234567", true],
  ["211234567", true],
  ["61211234567", false],
  ["0211234568", false],
  ["11234567", true],
  ["1234567", false],
  ["064211234567", true],
  ["1064211234567", false],
])("%s may mean 64211234567: %s", (address, isSo) => {
  expect(isWrittenFormOf(writtenDigits(address) ?? "", HANDSET)).toBe(isSo);
});

describe("an address", () => {
  it.each(["", "PIZZA", "000", "64 21", "6421x", "1".repeat(21)])("is no number: %j", (address) => {
    expect(writtenDigits(address)).toBeNull();
  });

  it("most likely means itself, and a New Zealand mobile where it can be that", () => {
    expect(likelyNumbers("211234567")).toEqual(["211234567", HANDSET]);
    expect(likelyNumbers(HANDSET)).toEqual([HANDSET]);
    expect(likelyNumbers("412345678")).toEqual(["412345678"]);
  });
});
