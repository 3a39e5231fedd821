import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { encodeText, toGsm7, toUcs2 } from "@/lib/sms/text/encoding";

const CARRIABLE = /^[\n\r -_a-~]*$/;
const anyText = fc.string({ unit: "binary" });

describe("toGsm7", () => {
  test.each([
    ["plain text stays", "Hello, world! ~[1]", "Hello, world! ~[1]"],
    ["curly quotes", "‘a’ ‚b‛ “c” „d‟", "'a' 'b' \"c\" \"d\""],
    ["dashes", "‐‑‒–—―−", "-------"],
    ["ellipsis", "wait…", "wait..."],
    ["Unicode spaces", "a\u00a0b\u2003c\u202fd\u3000e", "a b c d e"],
    ["line separators", "a\u2028b\u2029c", "a\nb\nc"],
    ["line breaks stay", "a\r\nb\nc\rd", "a\r\nb\nc\rd"],
    [
      "invisible characters go",
      "a\u200bb\u200cc\u200ed\u200fe\u2060f\ufeffg\u00adh\u200di\u202aj\ufe0f",
      "abcdefghij",
    ],
    ["backtick", "`a`", "'a'"],
    ["control characters", "a\tb\0c\x7fd\x85e\x1bf\fg", "a b c d e f g"],
    ["macrons", "Tēnā koutou, Whangārei Ō Ū", "Tena koutou, Whangarei O U"],
    ["macrons typed apart", "Te\u0304na\u0304 X\u0304", "Tena X"],
    ["accents", "àáâãäåçèéêëìíîïñòóôõöùúûüýÿ", "aaaaaaceeeeiiiinooooouuuuyy"],
    ["capitals that do not decompose", "ÆŒØẞĐŁÞÐĦŊŦ", "AEOEOSSDLTHDHNT"],
    ["small letters that do not decompose", "æœøßđłþðħŋŧıĸſ", "aeoeossdlthdhntiks"],
    ["letters with a middle dot", "Ŀŀŉ", "Ll'n"],
    ["Vietnamese", "Đường Nguyễn", "Duong Nguyen"],
    ["ligatures and fullwidth forms", "ﬁn ﬄ Ｈｉ！１", "fin ffl Hi!1"],
    ["styled letters and digits", "𝐇𝒊 𝟙 ⅷ ªº", "Hi 1 viii ao"],
    ["the okina", "Hawaiʻi", "Hawai'i"],
    ["currency symbols", "€5 £5 ¥5 ₿", "?5 ?5 ?5 ?"],
    ["other symbols", "© ° « •", "? ? ? ?"],
    ["an emoji", "Hi 😀!", "Hi ?!"],
    ["an emoji with modifiers is one character", "👍🏽|❤️|👨‍👩‍👧‍👦|🇳🇿🇦🇺|🏴󠁧󠁢󠁥󠁮󠁧󠁿", "?|?|?|??|?"],
    ["adjoining emoji are two", "😀😀", "??"],
    ["a keycap keeps its digit", "1️⃣", "1"],
    ["other scripts", "你好 Привет", "?? ??????"],
    ["a conjunct and a vowel sign", "क्षि नमस्ते", "? ???"],
    ["Hangul typed as jamo", "\u1112\u1161\u11ab\u1100\u1173\u11af", "??"],
    ["a lone mark", "\u0301", "?"],
    ["spacing marks are no letters", "¨ \u037a \ufe70", "? ? ?"],
    ["lone surrogates", "a\ud83db\ude00c\ud83d", "a?b?c?"],
    ["empty", "", ""],
  ])("%s", (_, text, expected) => {
    expect(toGsm7(text)).toBe(expected);
  });

  it("folds every Latin letter of the common blocks to ASCII letters", () => {
    const left: string[] = [];
    for (const [from, to] of [
      [0xc0, 0x1bf],
      [0x1c4, 0x24f],
      [0x1e00, 0x1eff],
      [0xfb00, 0xfb06],
      [0xff21, 0xff5a],
    ] as const) {
      for (let code = from; code <= to; code++) {
        const letter = String.fromCodePoint(code);
        if (/\p{Script=Latin}/u.test(letter) && !/^['a-zA-Z256]+$/.test(toGsm7(letter))) {
          left.push(letter);
        }
      }
    }
    expect(left).toEqual([]);
  });

  it("gives for a letter and its capital the same in both cases", () => {
    for (let code = 0xc0; code <= 0x24f; code++) {
      const letter = String.fromCodePoint(code);
      const capital = letter.toUpperCase();
      if (letter !== capital && /\p{L}/u.test(letter)) {
        expect(toGsm7(capital).toUpperCase(), letter).toBe(toGsm7(letter).toUpperCase());
      }
    }
  });

  it("gives only what GSM-7 carries, and folding again changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = toGsm7(text);
        expect(folded).toMatch(CARRIABLE);
        expect(toGsm7(folded)).toBe(folded);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives one question mark per user-perceived character of scripts and emoji", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    const piece = fc.constantFrom(
      "😀",
      "👍🏽",
      "❤️",
      "👨‍👩‍👧",
      "🇳🇿",
      "你",
      "Ж",
      "й",
      "한",
      "क्ष",
      "ति",
      "ก",
      "กำ",
      "ש",
      "שׁ",
      "€",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(toGsm7(text)).toBe("?".repeat([...segmenter.segment(text)].length));
      }),
      { numRuns: 2000 },
    );
  });

  it("copes with megabytes of hostile text", () => {
    const size = 2_000_000;
    expect(toGsm7(`a${"\u0301\u0323".repeat(size / 2)}`).startsWith("a")).toBe(true);
    expect(toGsm7("😀".repeat(size / 2))).toBe("?".repeat(size / 2));
    expect(toGsm7(`👨${"\u200d".repeat(size)}`)).toMatch(/^\?+$/);
    expect(toGsm7("👨\u200d".repeat(size / 4))).toMatch(/^\?+$/);
    expect(toGsm7("\u1100".repeat(size))).toMatch(/^\?+$/);
    expect(toGsm7("क\u094d".repeat(size / 4))).toMatch(/^\?+$/);
  }, 30_000);
});

describe("toUcs2", () => {
  test.each([
    ["as supplied", "Tēnā 😀 … ` € \u200d\t", "Tēnā 😀 … ` € \u200d\t"],
    ["quotes and dashes", "“a” ‘b’ – — −", "\"a\" 'b' - - -"],
    ["lone surrogates", "a\ud83db", "a\ufffdb"],
    ["NUL", "a\0b", "a b"],
  ])("%s", (_, text, expected) => {
    expect(toUcs2(text)).toBe(expected);
  });

  it("changes no length, and a second time nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encoded = toUcs2(text);
        expect(encoded).toHaveLength(text.length);
        expect(encoded.isWellFormed()).toBe(true);
        expect(toUcs2(encoded)).toBe(encoded);
      }),
    );
  });
});

describe("encodeText", () => {
  it("sends GSM-7 unless asked for Unicode", () => {
    expect(encodeText("Ō 😀", false)).toEqual({ text: "O ?", encoding: "GSM-7" });
  });

  it("sends UCS-2 whenever asked for Unicode", () => {
    expect(encodeText("plain", true)).toEqual({ text: "plain", encoding: "UCS-2" });
    expect(encodeText("Ō ‘😀’", true)).toEqual({ text: "Ō '😀'", encoding: "UCS-2" });
  });
});
