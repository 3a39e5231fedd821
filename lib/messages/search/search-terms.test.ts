import { describe, expect, it } from "vitest";
import { readSearch } from "@/lib/messages/search/search-terms";

describe("a search", () => {
  it.each([
    ["021 555 1781", "64215551781", ["%0215551781%", "64215551781%"]],
    ["+64 (21) 555-1781", "64215551781", ["64215551781%"]],
    ["555 1781", "5551781", ["%5551781%"]],
    ["1781", null, ["%1781%"]],
    ["178", null, []],
    ["1781 x", null, []],
  ])("reads %s as a number, or a part of one", (text, msisdn, numberPatterns) => {
    expect(readSearch(text)).toMatchObject({ msisdn, numberPatterns });
  });

  it("reads the beginning of an id as the ids that have it, and when they were made", () => {
    expect(readSearch("01a207D3-aa").ids).toEqual({
      first: "01a207d3-aa00-0000-0000-000000000000",
      last: "01a207d3-aaff-ffff-ffff-ffffffffffff",
      from: new Date(0x01a207d3aa00),
      to: new Date(0x01a207d3aaff),
    });
    expect(readSearch("01a207d").ids).toBeNull();
    expect(readSearch("01a207dg").ids).toBeNull();
    expect(readSearch("ffffffff").ids).toBeNull();
  });

  it("looks for each of the first words, and takes what patterns mean something by as it is", () => {
    expect(readSearch("50%  a_b one two three four").textPatterns).toEqual(
      ["50\\%", "a\\_b", "one", "two", "three"].map((word) => `%${word}%`),
    );
  });
});
