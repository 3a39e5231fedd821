import fc from "fast-check";
import { SegmentedMessage } from "sms-segments-calculator";
import { describe, expect, it, test } from "vitest";
import type { Encoding } from "@/lib/sms/text/encoding";
import { countParts, MAX_PARTS, partsAllowed, splitParts, trimToParts } from "@/lib/sms/text/segments";

const gsm7Character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..."abc XYZ 012?.'\n\r") },
  { weight: 1, arbitrary: fc.constantFrom(..."^{}\\[]~|") },
);
const ucs2Character = fc.constantFrom("a", "ē", "你", "€", "[", "😀", "🏆");

/** Texts about as long as a part: a filler of one kind first, then any characters. */
function texts(character: fc.Arbitrary<string>, filler: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat({ max: 900 }), fc.array(character, { maxLength: 400 }))
    .map(([length, characters]) => filler.repeat(length) + characters.join(""));
}

const encoded: fc.Arbitrary<[string, Encoding]> = fc.oneof(
  texts(gsm7Character, "a").map((text): [string, Encoding] => [text, "GSM-7"]),
  texts(gsm7Character, "|").map((text): [string, Encoding] => [text, "GSM-7"]),
  texts(ucs2Character, "ē").map((text): [string, Encoding] => [text, "UCS-2"]),
  texts(ucs2Character, "😀").map((text): [string, Encoding] => [text, "UCS-2"]),
);

describe("countParts", () => {
  test.each<[string, string, Encoding, number]>([
    ["empty", "", "GSM-7", 1],
    ["empty UCS-2", "", "UCS-2", 1],
    ["160 characters", "a".repeat(160), "GSM-7", 1],
    ["161 characters", "a".repeat(161), "GSM-7", 2],
    ["306 characters", "a".repeat(306), "GSM-7", 2],
    ["307 characters", "a".repeat(307), "GSM-7", 3],
    ["1683 characters", "a".repeat(1683), "GSM-7", 11],
    ["1684 characters", "a".repeat(1684), "GSM-7", 12],
    ["80 escapes", "[".repeat(80), "GSM-7", 1],
    ["81 escapes", "[".repeat(81), "GSM-7", 2],
    ["an escape past the end of a single part", `${"a".repeat(159)}^`, "GSM-7", 2],
    ["an escape in the last place of a part", `${"a".repeat(152)}^${"a".repeat(151)}`, "GSM-7", 2],
    ["an escape that would straddle", `${"a".repeat(152)}^${"a".repeat(152)}`, "GSM-7", 3],
    ["70 units", "ē".repeat(70), "UCS-2", 1],
    ["71 units", "ē".repeat(71), "UCS-2", 2],
    ["737 units", "ē".repeat(737), "UCS-2", 11],
    ["738 units", "ē".repeat(738), "UCS-2", 12],
    ["35 pairs", "😀".repeat(35), "UCS-2", 1],
    ["36 pairs", "😀".repeat(36), "UCS-2", 2],
    ["67 pairs, 66 units a part", "😀".repeat(67), "UCS-2", 3],
    ["brackets are single in UCS-2", "[".repeat(70), "UCS-2", 1],
  ])("%s", (_, text, encoding, parts) => {
    expect(countParts(text, encoding)).toBe(parts);
  });

  it.each(["^", "{", "}", "\\", "[", "]", "~", "|"])("counts %s as two septets", (character) => {
    expect(countParts("a".repeat(158) + character, "GSM-7")).toBe(1);
    expect(countParts("a".repeat(159) + character, "GSM-7")).toBe(2);
  });

  it("counts every other character of GSM-7's ASCII as one", () => {
    for (let code = 0x20; code < 0x7f; code++) {
      const character = String.fromCharCode(code);
      if (!"^{}\\[]~|`".includes(character)) {
        expect(countParts("a".repeat(159) + character, "GSM-7"), character).toBe(1);
      }
    }
  });

  // The oracle packs greedily as this code does, and never splits an escape pair. In UCS-2 it never splits a
  // grapheme. The texts have only graphemes of one code point, so that this is the surrogate-pair rule.
  it("agrees with sms-segments-calculator", () => {
    fc.assert(
      fc.property(encoded, ([text, encoding]) => {
        expect(countParts(text, encoding)).toBe(new SegmentedMessage(text, encoding).segmentsCount);
      }),
      { numRuns: 300 },
    );
  });
});

describe("trimToParts", () => {
  test.each<[string, string, Encoding, number, number, number]>([
    ["a text that fits", "a".repeat(1683), "GSM-7", 11, 1683, 11],
    ["GSM-7 to 11 parts", "a".repeat(5000), "GSM-7", 11, 1683, 11],
    ["UCS-2 to 11 parts", "ē".repeat(5000), "UCS-2", 11, 737, 11],
    ["to one part of 160", "a".repeat(161), "GSM-7", 1, 160, 1],
    ["to one part of 70", "ē".repeat(71), "UCS-2", 1, 70, 1],
    ["before an escape pair", `${"a".repeat(159)}[b`, "GSM-7", 1, 159, 1],
    ["before a surrogate pair", `${"a".repeat(69)}😀`, "UCS-2", 1, 69, 1],
    ["pairs to 11 parts of 66 units", "😀".repeat(500), "UCS-2", 11, 726, 11],
  ])("%s", (_, text, encoding, maxParts, length, parts) => {
    expect(trimToParts(text, encoding, maxParts)).toEqual({
      text: text.slice(0, length),
      parts,
      truncated: length < text.length,
    });
  });

  it.each([0, 12, -1, 1.5, Number.NaN])("refuses %d parts", (maxParts) => {
    expect(() => trimToParts("a", "GSM-7", maxParts)).toThrow(RangeError);
  });

  it("gives the longest beginning that fits, and the same when trimmed again", () => {
    fc.assert(
      fc.property(encoded, fc.integer({ min: 1, max: MAX_PARTS }), ([text, encoding], maxParts) => {
        const trimmed = trimToParts(text, encoding, maxParts);
        expect(text.startsWith(trimmed.text)).toBe(true);
        expect(trimmed.truncated).toBe(trimmed.text.length < text.length);
        expect(trimmed.parts).toBe(countParts(trimmed.text, encoding));
        expect(trimmed.parts).toBeLessThanOrEqual(maxParts);
        expect(trimmed.text.isWellFormed()).toBe(true);
        const next = text.codePointAt(trimmed.text.length);
        if (next !== undefined) {
          expect(countParts(trimmed.text + String.fromCodePoint(next), encoding)).toBeGreaterThan(maxParts);
        }
        expect(trimToParts(trimmed.text, encoding, maxParts)).toEqual({ ...trimmed, truncated: false });
      }),
      { numRuns: 500 },
    );
  });
});

describe("partsAllowed", () => {
  it("reads 0 as no limit of one's own", () => {
    expect(partsAllowed(0)).toBe(11);
    expect(partsAllowed(1)).toBe(1);
    expect(partsAllowed(11)).toBe(11);
  });

  it.each([-1, 12, 2.5, Number.NaN])("refuses %d", (limit) => {
    expect(() => partsAllowed(limit)).toThrow(RangeError);
  });
});

describe("splitParts", () => {
  it("gives as many parts as are counted, each within its capacity, and nothing is lost", () => {
    fc.assert(
      fc.property(encoded, ([text, encoding]) => {
        const parts = splitParts(text, encoding);
        expect(parts.join("")).toBe(text);
        expect(parts).toHaveLength(countParts(text, encoding));
        const most = encoding === "UCS-2" ? 67 : 153;
        for (const part of parts.length > 1 ? parts : []) {
          const extra = encoding === "UCS-2" ? 0 : (part.match(/[{}\\[\]~|^]/g)?.length ?? 0);
          expect(part.length + extra).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it("splits neither an escape pair nor a surrogate pair", () => {
    expect(splitParts(`${"a".repeat(152)}^${"a".repeat(152)}`, "GSM-7").map(({ length }) => length)).toEqual([
      152, 152, 1,
    ]);
    expect(splitParts("😀".repeat(67), "UCS-2").map(({ length }) => length)).toEqual([66, 66, 2]);
  });
});
