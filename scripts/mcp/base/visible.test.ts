import { describe, expect, it } from "vitest";
import { visible } from "@/scripts/mcp/base/visible";

const SHOWN: [name: string, text: string, shown: string][] = [
  ["a plain text", "Kia ora, Ā “quote” €", "> Kia ora, Ā “quote” €"],
  ["each line with a mark", "one\ntwo", "> one\n> two"],
  ["a carriage return", "one\rtwo", "> one\\u{d}two"],
  ["a tab", "a\tb", "> a\\u{9}b"],
  ["an override of direction", "a\u202eb", "> a\\u{202e}b"],
  ["an isolate", "\u2066a\u2069", "> \\u{2066}a\\u{2069}"],
  ["a zero-width space", "a\u200bb", "> a\\u{200b}b"],
  ["a joiner between letters", "a\u200db", "> a\\u{200d}b"],
  ["a byte order mark", "\ufeffa", "> \\u{feff}a"],
  ["a soft hyphen", "a\u00adb", "> a\\u{ad}b"],
  ["a grapheme joiner", "a\u034fb", "> a\\u{34f}b"],
  ["Hangul fillers", "\u115f\u3164\uffa0", "> \\u{115f}\\u{3164}\\u{ffa0}"],
  ["a blank of Braille", "\u2800", "> \\u{2800}"],
  ["a variation selector behind a letter", "a\ufe0f\ufe00", "> a\\u{fe0f}\\u{fe00}"],
  ["a variation selector behind a digit", "1\ufe0f", "> 1\\u{fe0f}"],
  ["further variation selectors", "a\u{e0100}\u{e01ef}", "> a\\u{e0100}\\u{e01ef}"],
  ["Mongolian selectors", "\u180b\u180e", "> \\u{180b}\\u{180e}"],
  ["tags", "\u{e0041}", "> \\u{e0041}"],
  ["invisible operators", "\u2061\u2062\u2063\u2064", "> \\u{2061}\\u{2062}\\u{2063}\\u{2064}"],
  ["line and paragraph separators", "a\u2028b\u2029c", "> a\\u{2028}b\\u{2029}c"],
  ["private use", "\ue000", "> \\u{e000}"],
  ["half a surrogate pair", "a\ud83d", "> a\\u{d83d}"],
  ["an emoji", "🎉", "> 🎉"],
  ["an emoji of a family", "👨\u200d👩\u200d👧", "> 👨\u200d👩\u200d👧"],
  ["a joined emoji with a colour of skin", "👩🏽\u200d🚀", "> 👩🏽\u200d🚀"],
  ["a joined emoji with a selector", "❤\ufe0f\u200d🔥", "> ❤\ufe0f\u200d🔥"],
  ["a keycap", "1\ufe0f\u20e3", "> 1\ufe0f\u20e3"],
  ["a joiner behind an emoji", "🎉\u200d", "> 🎉\\u{200d}"],
  ["selectors in a row", "🎉\ufe0f\ufe0f", "> 🎉\ufe0f\\u{fe0f}"],
];

describe("a text for a person's decision", () => {
  it.each(SHOWN)("shows %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
