import { describe, expect, test } from "vitest";
import { isWrittenBy, readWriter } from "@/lib/sms/numbers/who-wrote";
import { writtenWriter } from "@/lib/sms/numbers/written-number";

describe("who wrote", () => {
  test.each([
    ["021 555 1781", "64215551781", "021 555 1781"],
    ["+64 (21) 555-1781", "64215551781", "021 555 1781"],
    ["0064215551781", "64215551781", "021 555 1781"],
    ["+61 412 345 678", "61412345678", "+61 412 345 678"],
    ["021*", "6421*", "021*"],
    ["021 555 *", "6421555*", "021555*"],
    ["+64*", "64*", "+64*"],
    ["0061*", "61*", "+61*"],
    ["1*", "1*", "+1*"],
    ["4040", "4040", "4040"],
    [" My Bank ", "MY BANK", "MY BANK"],
    ["Kōwhai", "KŌWHAI", "KŌWHAI"],
  ])("%s is read as %s, and shown as %s", (written, read, shown) => {
    expect(readWriter(written)).toBe(read);
    expect(writtenWriter(read)).toBe(shown);
    expect(readWriter(shown)).toBe(read);
  });

  test.each([
    "",
    "*",
    "0*",
    "+*",
    "02x*",
    "12",
    "021 5x5",
    "Bank 24",
    "My*",
    "*21",
    "0",
    "?!",
    "1".repeat(16),
    "a".repeat(41),
  ])("%j is nobody", (written) => expect(readWriter(written)).toBeNull());

  test.each([
    ["64215551781", ["64215551781"], true],
    ["64215551781", ["64215551782", "6421*"], true],
    ["64215551781", ["6427*"], false],
    ["6421", ["64215551781"], false],
    ["My Bank", ["MY BANK"], true],
    ["64215551781", ["MY BANK"], false],
    ["4040", ["404*"], true],
  ])("a text of %s is one of %j: %s", (from, writers, isOne) => {
    expect(isWrittenBy(writers, from)).toBe(isOne);
  });
});
