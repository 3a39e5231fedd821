import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isReminderWord, isResubscribe, optOutKeyword } from "@/lib/sms/text/keywords";

const KEYWORDS = [
  "STOP",
  "STOPALL",
  "UNSUBSCRIBE",
  "UNSUB",
  "OPTOUT",
  "QUIT",
  "END",
  "CANCEL",
  "REMOVE",
  "REVOKE",
];

describe("optOutKeyword", () => {
  test.each(KEYWORDS)("knows %s", (keyword) => {
    expect(optOutKeyword(keyword)).toBe(keyword);
    expect(optOutKeyword(keyword.toLowerCase())).toBe(keyword);
  });

  test.each([
    ["Stop.", "STOP"],
    ["  stop!!! \r\n", "STOP"],
    ['"STOP"', "STOP"],
    ["“stop”", "STOP"],
    ["¡stop!", "STOP"],
    ["stop 🛑🙏🏽", "STOP"],
    ["❤️ stop ❤️", "STOP"],
    ["👨‍👩‍👧 stop 🇳🇿", "STOP"],
    ["s t o p", "STOP"],
    ["stop all", "STOPALL"],
    ["opt out", "OPTOUT"],
    ["Opt-Out", "OPTOUT"],
    ["opt\u00a0out", "OPTOUT"],
    ["un-subscribe", "UNSUBSCRIBE"],
    ["ＳＴＯＰ", "STOP"],
    ["\u200bstop\ufeff", "STOP"],
    ["st\0op", "STOP"],
    ["\ud800stop", "STOP"],
    ["$top", null],
    ["", null],
    ["🛑", null],
    ["STOPP", null],
    ["stop it", null],
    ["please stop", null],
    ["STOP 552", null],
    ["stöp", null],
    ["sto\u0308p", null],
    ["don't stop", null],
    ["the end", null],
    ["START", null],
    ["стоп", null],
  ])("takes %j for %s", (text, keyword) => {
    expect(optOutKeyword(text)).toBe(keyword);
  });

  it("stays with its keyword whatever marks, spaces and case are around it", () => {
    const noise = fc
      .array(fc.constantFrom(" ", "\n", ".", "!", "'", "-", "…", "🛑", "🇳🇿", "\ufe0f", "*"))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom(...KEYWORDS),
        noise,
        noise,
        fc.infiniteStream(fc.boolean()),
        (keyword, before, after, cases) => {
          const text = [...keyword]
            .map((letter) => (cases.next().value ? letter.toLowerCase() : letter))
            .join("");
          expect(optOutKeyword(before + text + after)).toBe(keyword);
          expect(optOutKeyword(`${before}${text}${after}x`)).toBe(null);
        },
      ),
    );
  });

  it("never throws, and is never both an opt-out and its opposite", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(optOutKeyword(text) !== null && isResubscribe(text)).toBe(false);
      }),
    );
  });
});

it("isReminderWord knows the words that answer a reminder", () => {
  expect(KEYWORDS.filter(isReminderWord)).toEqual(["QUIT", "END", "CANCEL"]);
});

test.each([
  ["START", true],
  ["start 😀", true],
  ["Un-stop", true],
  ["subscribe.", true],
  ["unsubscribe", false],
  ["START now", false],
  ["", false],
])("isResubscribe(%j) is %s", (text, expected) => {
  expect(isResubscribe(text)).toBe(expected);
});
