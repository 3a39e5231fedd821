import { describe, expect, it, test } from "vitest";
import { fromSeptets, type Language } from "@/lib/smpp/text/gsm";
import { SCRIPT_LOCKING, SCRIPT_SINGLE, type ScriptLanguage } from "@/lib/smpp/text/national";
import { decodeText } from "@/lib/smpp/text/text";
import { readUserData } from "@/lib/smpp/text/udh";

const LANGUAGES = Object.keys(SCRIPT_LOCKING).map(Number) as ScriptLanguage[];

test.each([
  [4, "বাংলা", [0x40, 0x50, 0x01, 0x46, 0x50]],
  [5, "ગુજરાત", [0x17, 0x53, 0x1d, 0x44, 0x50, 0x27]],
  [6, "नमस्ते", [0x2f, 0x42, 0x4c, 0x5f, 0x27, 0x59]],
  [7, "ಕನ್ನಡ", [0x15, 0x2f, 0x5f, 0x2f, 0x24]],
  [8, "മലയാളം", [0x42, 0x46, 0x43, 0x50, 0x47, 0x01]],
  [9, "ଓଡ", [0x13, 0x24]],
  [10, "ਪੰਜਾਬੀ", [0x3d, 0x7b, 0x1d, 0x50, 0x40, 0x52]],
  [11, "வணக்கம்", [0x49, 0x26, 0x15, 0x5f, 0x15, 0x42, 0x5f]],
  [12, "తెలుగు", [0x27, 0x58, 0x46, 0x53, 0x17, 0x53]],
  [13, "سلام", [0x3d, 0x4d, 0x00, 0x4e]],
] as const)("the locking table of language %i reads %s", (locking, text, septets) => {
  expect(fromSeptets(Buffer.from(septets), { locking, single: 0 })).toBe(text);
});

test.each([
  [4, "০১২৯৳", [0x19, 0x1a, 0x1c, 0x23, 0x2c]],
  [5, "।૦૯", [0x19, 0x1c, 0x25]],
  [6, "॥०९क़", [0x1a, 0x1c, 0x25, 0x2c]],
  [7, "೦೯ೲ", [0x1c, 0x25, 0x2a]],
  [8, "൦൯ൿ", [0x1c, 0x25, 0x34]],
  [9, "୦୯ୱ", [0x1c, 0x25, 0x2c]],
  [10, "੦੯ੵ", [0x1c, 0x25, 0x2d]],
  [11, "௦௯௺", [0x1c, 0x25, 0x2e]],
  [12, "౦౯౿", [0x1c, 0x25, 0x32]],
  [13, "۰۹؟۔", [0x1c, 0x25, 0x33, 0x3f]],
] as const)("the single shift table of language %i reads %s", (single, text, septets) => {
  const escaped = [...septets].flatMap((septet) => [0x1b, septet]);
  const read = fromSeptets(Buffer.from(escaped), { locking: single, single });
  expect(read.normalize("NFC")).toBe(text.normalize("NFC"));
});

describe.each(LANGUAGES)("the tables of language %i", (language) => {
  it("have 128 places, with what all languages have at its own", () => {
    const locking = SCRIPT_LOCKING[language];
    expect(locking).toHaveLength(128);
    expect([locking[0x0a], locking[0x0d], locking[0x1b], locking[0x20]]).toEqual(["\n", "\r", "\x1b", " "]);
    expect(locking.slice(0x30, 0x3a)).toBe("0123456789");
    expect(locking.slice(0x61, 0x7b)).toBe("abcdefghijklmnopqrstuvwxyz");
    expect(new Set(locking).size).toBeGreaterThan(80);
    // Each letter occurs once.
    const letters = [...locking].filter((character) => character !== " ");
    expect(new Set(letters).size).toBe(letters.length);
  });

  it("read capitals, brackets and the euro behind the escape, and what is in neither as a space", () => {
    const behind = Buffer.of(0x1b, 0x41, 0x1b, 0x5a, 0x1b, 0x3c, 0x1b, 0x28, 0x1b, 0x2f, 0x1b, 0x65);
    expect(fromSeptets(behind, { locking: 0, single: language })).toBe("AZ[{\\€");
    expect(SCRIPT_SINGLE[language].has(0x1b)).toBe(false);
  });
});

it("a header names the languages of both tables, of which there are thirteen", () => {
  const read = (single: number, locking: number) =>
    readUserData(Buffer.of(6, 0x24, 1, single, 0x25, 1, locking, 0x42, 0x1b, 0x1c));
  const { body, tables } = read(6, 11);
  expect(tables).toEqual({ single: 6 satisfies Language, locking: 11 });
  expect(decodeText(body, { dataCoding: 0, alphabet: "gsm", tables })).toBe("ம०");
  expect(read(14, 0).tables).toEqual({ single: 0, locking: 0 });
  expect(read(13, 1).tables).toEqual({ single: 13, locking: 1 });
});
