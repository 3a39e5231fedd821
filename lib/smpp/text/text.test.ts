import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fromSeptets, packSeptets, toSeptets, unpackSeptets } from "@/lib/smpp/text/gsm";
import { LONG_MESSAGES, toWireParts } from "@/lib/smpp/text/split";
import {
  ALPHABETS,
  charsetOf,
  decodeText,
  encodeOctets,
  TEXT_CODINGS,
  UNICODE_CODINGS,
} from "@/lib/smpp/text/text";
import { readUserData, writeConcatenation } from "@/lib/smpp/text/udh";
import { encodeText } from "@/lib/sms/text/encoding";
import { countParts, countSeptets } from "@/lib/sms/text/segments";

const ESCAPED = "^{}\\[~]|€\f";
const gsmText = fc.string({
  unit: fc.constantFrom(..."@£$_ABCabc 09!?ÄÖÑÜ§¿äöñüàΔΩ", ...ESCAPED),
  maxLength: 200,
});
const anyText = fc.string({ unit: "binary", maxLength: 200 });
const octets = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

describe("GSM 03.38", () => {
  test.each([
    ["@", [0]],
    ["$_", [0x02, 0x11]],
    ["[", [0x1b, 0x3c]],
    ["{}|~^\\€", [0x1b, 0x28, 0x1b, 0x29, 0x1b, 0x40, 0x1b, 0x3d, 0x1b, 0x14, 0x1b, 0x2f, 0x1b, 0x65]],
    ["¡¿", [0x40, 0x60]],
    ["aà", [0x61, 0x7f]],
    ["ā", [0x3f]],
  ])("writes %s", (text, septets) => {
    expect([...toSeptets(text)]).toEqual(septets);
  });

  it("reads what it wrote, unpacked and packed behind a header of any length", () => {
    fc.assert(
      fc.property(gsmText, fc.integer({ min: 0, max: 20 }), (text, headerOctets) => {
        const septets = toSeptets(text);
        expect(fromSeptets(septets)).toBe(text);
        const packed = packSeptets(septets, headerOctets);
        expect(packed.length).toBeLessThanOrEqual(Math.ceil((septets.length * 7 + 6) / 8));
        // A full last octet that ends in @ or CR is indistinguishable from filling.
        if (!/[@\r]$/.test(text)) expect(fromSeptets(unpackSeptets(packed, headerOctets))).toBe(text);
      }),
    );
  });

  it("packs ten characters into nine octets", () => {
    expect(packSeptets(toSeptets("hellohello")).toString("hex")).toBe("e8329bfd4697d9ec37");
  });

  test.each([
    ["Turkish", 1, [0x1b, 0x47, 0x1b, 0x49, 0x1b, 0x53], "ĞİŞ"],
    ["Spanish", 2, [0x1b, 0x09, 0x1b, 0x41, 0x1b, 0x75], "çÁú"],
    ["Portuguese", 3, [0x1b, 0x05, 0x1b, 0x0b, 0x1b, 0x7b, 0x1b, 0x61], "êÔãÂ"],
  ] as const)("reads the single shift table of %s", (_, single, septets, text) => {
    expect(fromSeptets(Buffer.from(septets), { locking: 0, single })).toBe(text);
  });

  it("reads locking tables", () => {
    expect(fromSeptets(Buffer.of(0x07, 0x0b, 0x0c, 0x1c, 0x40, 0x60), { locking: 1, single: 0 })).toBe(
      "ıĞğŞİç",
    );
    expect(fromSeptets(Buffer.of(0x04, 0x0b, 0x12, 0x40, 0x60, 0x5b), { locking: 3, single: 0 })).toBe(
      "êÔªÍ~Ã",
    );
  });

  it("shows an escape that escapes nothing as a character", () => {
    expect(fromSeptets(Buffer.of(0x1b, 0x41, 0x1b, 0x1b, 0x42, 0x1b))).toBe("A B ");
  });
});

describe("texts by data coding", () => {
  const special = "@$_[]{}|~^\\";

  test.each(ALPHABETS)("go and come in the alphabet %s", (alphabet) => {
    const terms = { encoding: "GSM-7", alphabet } as const;
    const { octets: written, dataCoding } = encodeOctets(special, terms);
    expect(dataCoding).toBe(0);
    expect(decodeText(written, { dataCoding, alphabet })).toBe(special);
  });

  const ascii = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  });

  test.each(TEXT_CODINGS.map(Number))("of GSM-7 go and come whole by coding %i", (textCoding) => {
    fc.assert(
      fc.property(ascii, fc.constantFrom(...ALPHABETS), (given, alphabet) => {
        const { text, encoding } = encodeText(given, false);
        const { octets: written, dataCoding } = encodeOctets(text, { encoding, alphabet, textCoding });
        expect(dataCoding).toBe(textCoding);
        // An @ at the end of packed septets is indistinguishable from filling.
        const read = decodeText(written, { dataCoding, alphabet });
        if (!(alphabet === "packed" && text.endsWith("@"))) expect(read).toBe(text);
      }),
    );
  });

  test.each(UNICODE_CODINGS.map(Number))("of UCS-2 go and come whole by coding %i", (unicodeCoding) => {
    const terms = { encoding: "UCS-2", alphabet: "gsm", textCoding: 0x03, unicodeCoding } as const;
    const { octets: written, dataCoding } = encodeOctets("Tēnā koe 😀", terms);
    expect([dataCoding, written.subarray(0, 4).toString("hex")]).toEqual([unicodeCoding, "00540113"]);
    expect(decodeText(written, { dataCoding, alphabet: "gsm" })).toBe("Tēnā koe 😀");
  });

  it.each([
    [0x00, "gsm", "00111b3c"],
    [0x01, "gsm", "405f5b"],
    [0x03, "gsm", "405f5b"],
    [0x01, "packed", "405f5b"],
    [0x03, "packed", "405f5b"],
    [0x10, "gsm", "00111b3c"],
    [0xf0, "gsm", "00111b3c"],
    [0xf1, "gsm", "00111b3c"],
    [0xf1, "latin1", "405f5b"],
    [0xf0, "packed", packSeptets(toSeptets("@_[")).toString("hex")],
  ] as const)("of coding %i on a link of %s are the octets %s", (textCoding, alphabet, hex) => {
    const { octets: written } = encodeOctets("@_[", { encoding: "GSM-7", alphabet, textCoding });
    expect(written.toString("hex")).toBe(hex);
  });

  it("of coding 3 have the letters of Latin-1, of coding 1 none beyond ASCII", () => {
    const hex = (textCoding: number) =>
      encodeOctets("é€", { encoding: "GSM-7", alphabet: "gsm", textCoding }).octets.toString("latin1");
    expect([hex(0x03), hex(0x01)]).toEqual(["é?", "??"]);
  });

  it("differ by alphabet", () => {
    const written = ALPHABETS.map((alphabet) =>
      encodeOctets("@_", { encoding: "GSM-7", alphabet }).octets.toString("hex"),
    );
    expect(written).toEqual(["0011", "405f", "405f", "8008"]);
  });

  test.each([
    [0x01, Buffer.from("a@b_c$ {x}"), "a@b_c$ {x}"],
    [0x03, Buffer.from([0xe9, 0x40]), "é@"],
    [0x04, Buffer.from([0x41, 0xff]), "Aÿ"],
    [0x08, Buffer.from("0101d83dde00", "hex"), "ā😀"],
    [0x08, Buffer.from("004100", "hex"), "A"],
    [0x08, Buffer.from("d83d", "hex"), "\ufffd"],
    [0x10, Buffer.of(0x00, 0x11), "@_"],
    [0x11, Buffer.of(0x00, 0x11), "@_"],
    [0xf0, Buffer.of(0x00), "@"],
    [0xf1, Buffer.of(0x00), "@"],
    [0xf5, Buffer.of(0x41), "A"],
    [0x18, Buffer.from("0101", "hex"), "ā"],
    [0xe0, Buffer.from("0101", "hex"), "ā"],
    [0x06, Buffer.from([0xbf]), "П"],
  ])("of coding %i are read", (dataCoding, given, text) => {
    expect(decodeText(given, { dataCoding, alphabet: "gsm" })).toBe(text);
  });

  it("never throw, whatever the coding and the octets", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 255 }),
        octets,
        fc.constantFrom(...ALPHABETS),
        (dataCoding, given, alphabet) => {
          const { body, tables, octets: headerOctets } = readUserData(given);
          expect(typeof decodeText(body, { dataCoding, alphabet, tables, headerOctets })).toBe("string");
          expect(decodeText(given, { dataCoding, alphabet }).isWellFormed()).toBe(true);
          expect(charsetOf(dataCoding)).toBeDefined();
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("a user data header", () => {
  it("of 8 and of 16 bits is read as it was written", () => {
    for (const [bits, reference] of [
      [8, 200],
      [16, 40_000],
    ] as const) {
      const place = { reference, bits, total: 3, number: 2 };
      const header = writeConcatenation(place);
      const read = readUserData(Buffer.concat([header, Buffer.from("text")]));
      expect(read).toMatchObject({ concatenation: place, octets: header.length });
      expect(read.body.toString()).toBe("text");
    }
  });

  it("has its place beside other elements, which are passed over", () => {
    const header = Buffer.of(14, 0x05, 4, 1, 2, 3, 4, 0x24, 1, 1, 0x00, 3, 9, 2, 1);
    expect(readUserData(header)).toMatchObject({
      concatenation: { reference: 9, bits: 8, total: 2, number: 1 },
      tables: { single: 1, locking: 0 },
      octets: 15,
    });
  });

  test.each([
    ["longer than the data", Buffer.of(9, 0, 3, 1, 2, 1)],
    ["with an element that is longer than it", Buffer.of(5, 0, 9, 1, 2, 1)],
    ["of nothing", Buffer.alloc(0)],
  ])("%s is none", (_, data) => {
    expect(readUserData(data)).toMatchObject({ octets: 0, concatenation: null, body: data });
  });

  test.each([
    [0, 0],
    [1, 1],
    [2, 0],
    [2, 3],
  ])("of %i parts has no part %i", (total, number) => {
    expect(readUserData(Buffer.of(5, 0, 3, 1, total, number)).concatenation).toBeNull();
  });
});

describe("the parts of a message on the wire", () => {
  const terms = { reference: 0x1234 };

  it("carry the whole text in any manner, and fit what networks carry", () => {
    fc.assert(
      fc.property(
        anyText,
        fc.boolean(),
        fc.constantFrom(...LONG_MESSAGES),
        (text, isUnicode, longMessages) => {
          const encoded = encodeText(text, isUnicode);
          const parts = billedParts(encoded.text, encoded.encoding);
          const wire = toWireParts(parts, {
            ...terms,
            encoding: encoded.encoding,
            alphabet: "gsm",
            longMessages,
          });
          const texts = wire.map(({ esmClass, shortMessage, dataCoding, tlvs }) => {
            const data = tlvs.find(({ tag }) => tag === 0x0424)?.value ?? shortMessage;
            const body = (esmClass & 0x40) === 0 ? data : readUserData(data).body;
            const units = encoded.encoding === "UCS-2" ? body.length : Math.ceil((body.length * 7) / 8);
            if (longMessages !== "payload")
              expect(units + data.length - body.length).toBeLessThanOrEqual(140);
            return decodeText(body, { dataCoding, alphabet: "gsm" });
          });
          expect(texts.join("")).toBe(encoded.text);
          if (longMessages === "payload") expect(wire).toHaveLength(1);
          else if (longMessages !== "udh16") expect(wire).toHaveLength(parts.length);
        },
      ),
    );
  });

  it("split no pair where headers are longer", () => {
    const text = `${"a".repeat(151)}^${"😀".length}${"b".repeat(200)}`;
    const wire = toWireParts([text.slice(0, 153), text.slice(153)], {
      ...terms,
      encoding: "GSM-7",
      alphabet: "gsm",
      longMessages: "udh16",
    });
    expect(wire.map(({ shortMessage }) => shortMessage.length - 7)).toEqual([151, 152, 51]);
    const emoji = "😀".repeat(70);
    const ucs2 = toWireParts([emoji.slice(0, 66), emoji.slice(66, 132), emoji.slice(132)], {
      ...terms,
      encoding: "UCS-2",
      alphabet: "gsm",
      longMessages: "udh16",
    });
    expect(ucs2.map(({ shortMessage }) => shortMessage.length - 7)).toEqual([132, 132, 16]);
  });
});

function billedParts(text: string, encoding: "GSM-7" | "UCS-2"): string[] {
  if (countParts(text, encoding) === 1) return [text];
  const capacity = encoding === "UCS-2" ? 67 : 153;
  const parts = [""];
  for (const character of text) {
    const units = encoding === "UCS-2" ? character.length : countSeptets(character);
    const last = parts.at(-1) as string;
    const used = encoding === "UCS-2" ? last.length : countSeptets(last);
    if (used + units > capacity) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts;
}
