import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinParts, type Part } from "@/lib/inbound/parts/join";
import { encodeOctets } from "@/lib/smpp/text/text";
import { part } from "@/tests/support/inbound-parts";

/** Returns parts of a text that is cut at the given octets, in any order. */
function cut(text: string, places: readonly number[], encoding: "GSM-7" | "UCS-2") {
  const { octets, dataCoding } = encodeOctets(text, { encoding, alphabet: "gsm" });
  const cuts = [...new Set(places.map((place) => place % (octets.length + 1)))].sort((a, b) => a - b);
  const ends = [...cuts, octets.length];
  return ends.map((end, index) =>
    part({
      number: index + 1,
      total: ends.length,
      octets: octets.subarray(cuts[index - 1] ?? 0, end),
      terms: { dataCoding, alphabet: "gsm" },
    }),
  );
}

const places = fc.array(fc.nat(2_000), { maxLength: 20 });

describe("parts that are all there", () => {
  it.each([
    ["GSM-7", fc.string({ unit: fc.constantFrom(..."ab€[]{}~^|\\ @_$\n") })],
    ["UCS-2", fc.string({ unit: "binary" })],
  ] as const)("give the text of %s wherever it was cut, in any order", (encoding, texts) => {
    fc.assert(
      fc.property(texts, places, fc.nat(), (text, at, turn) => {
        const parts = cut(text.toWellFormed(), at, encoding);
        const turned = parts.map((_, index) => parts[(index + turn) % parts.length] ?? parts[0]);
        expect(joinParts(turned as typeof parts)).toEqual({ body: text.toWellFormed(), encoding });
      }),
    );
  });

  it("are each read by its own coding where they differ", () => {
    const gsm = part({ number: 1, octets: Buffer.of(0x02, 0x1b) });
    const ucs2 = part({
      number: 2,
      octets: Buffer.from("ā", "utf16le").swap16(),
      terms: { dataCoding: 8, alphabet: "gsm" },
    });
    expect(joinParts([ucs2, gsm])).toEqual({ body: "$ ā", encoding: "UCS-2" });
  });
});

describe("byte order marks of parts", () => {
  const BIG = Buffer.of(0xfe, 0xff);
  const LITTLE = Buffer.of(0xff, 0xfe);
  const little = (text: string) => Buffer.from(text, "utf16le");
  const big = (text: string) => little(text).swap16();

  it.each([
    ["of the first", [Buffer.concat([BIG, big("Tēnā ")]), big("koe")]],
    ["of each", [Buffer.concat([BIG, big("Tēnā ")]), Buffer.concat([BIG, big("koe")])]],
    ["of the first, little endian", [Buffer.concat([LITTLE, little("Tēnā ")]), little("koe")]],
    [
      "of each, little endian",
      [Buffer.concat([LITTLE, little("Tēnā ")]), Buffer.concat([LITTLE, little("koe")])],
    ],
    ["that differ", [Buffer.concat([LITTLE, little("Tēnā ")]), Buffer.concat([BIG, big("koe")])]],
    ["of the second", [big("Tēnā "), Buffer.concat([LITTLE, little("koe")])]],
  ])("are no part of the text: %s", (_, pieces) => {
    const parts = pieces.map((octets, index) =>
      part({ number: index + 1, octets, terms: { dataCoding: 8, alphabet: "gsm" } }),
    );
    expect(joinParts(parts as [Part, Part])).toEqual({ body: "Tēnā koe", encoding: "UCS-2" });
  });
});

describe("parts of which others are missing", () => {
  it.each([
    [[1, 2, 3], "[…]bcd[…]"],
    [[0, 1], "ab[…]"],
    [[4], "[…]e"],
    [[0, 4], "a[…]e"],
    [[0, 2, 4], "a[…]c[…]e"],
  ])("%j of five have one mark for each gap", (there, body) => {
    const parts = there.map((index) =>
      part({ number: index + 1, total: 5, octets: Buffer.from("abcde".charAt(index)) }),
    );
    expect(joinParts(parts).body).toBe(body);
  });
});

it("never throws, whatever the octets are", () => {
  const given = fc.record({
    number: fc.integer({ min: 1, max: 255 }),
    octets: fc.uint8Array({ maxLength: 300 }),
    dataCoding: fc.nat(255),
  });
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 10 }), (all) => {
      const parts = all.map(({ number, octets, dataCoding }) =>
        part({ number, total: 255, octets: Buffer.from(octets), terms: { dataCoding, alphabet: "gsm" } }),
      );
      expect(joinParts(parts).body.isWellFormed()).toBe(true);
    }),
  );
});
