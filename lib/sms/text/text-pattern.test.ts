import { describe, expect, it, test } from "vitest";
import { foldedWords } from "@/lib/sms/text/folded-words";
import { matchesPattern, readPattern } from "@/lib/sms/text/text-pattern";
import { superlinear } from "@/tests/support/linear-time";

/** Returns whether a text matches a pattern. */
function has(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  return read !== null && matchesPattern(read, foldedWords(text));
}

describe("a pattern", () => {
  test.each([
    ["order ####", "Order 1234", true],
    ["order ####", "order: 1234!", true],
    ["order ####", "order 123", false],
    ["order ####", "order 12345", false],
    ["order ####", "order 123a", false],
    ["order ####", "my order 1234", false],
    ["order *", "order", true],
    ["order *", "order 12 please", true],
    ["order *", "orders", false],
    ["order*", "orders of today", true],
    ["* refund *", "refund", true],
    ["* refund *", "A refund, please", true],
    ["* refund *", "refunds", false],
    ["*refund*", "no refunds", true],
    ["table * at * for #", "table at for 2", true],
    ["table * at * for #", "Table by the window at 7 for 2", true],
    ["table * at * for #", "table at 7 for two", false],
    ["b?n", "Ben", true],
    ["b?n", "b n", false],
    ["??", "A", false],
    ["??", "A1", true],
    ["a* *b", "ab", false],
    ["a* *b", "a b", true],
    ["caf? *", "Café Pōneke", true],
    ["māori", "MAORI", true],
    ["what’s on", "What's on?", true],
    ["😀 *yes*", "yes", true],
    ["𝒜 ?", "A 𝒷", true],
  ])("%s: %s", (pattern, text, matches) => {
    expect(has(pattern, text)).toBe(matches);
  });

  it("is none where it would match every text, or is too long", () => {
    for (const pattern of ["", "*", "* *", "!", "*-*", "a".repeat(61)])
      expect(readPattern(pattern)).toBeNull();
    for (const pattern of ["?", "#", `*${"a".repeat(60)}*`]) expect(readPattern(pattern)).not.toBeNull();
    expect(has(`${"a".repeat(40)}*${"b".repeat(20)}`, `${"a".repeat(40)} c ${"b".repeat(20)}`)).toBe(true);
  });
});

/** Returns a pattern of this notation as a regular expression for the text between spaces. */
function asExpression(pattern: string): RegExp {
  const all = [...` ${pattern.trim().replace(/ +/g, " ").replace(/\*+/g, "*")} `];
  let source = "";
  for (let at = 0; at < all.length; at++) {
    const character = all[at] ?? "";
    if (character === "*" && all[at - 1] === " " && all[at + 1] === " ") {
      source += "(?:[^]* )?";
      at++;
    } else source += { "*": "[^]*", "?": "[^ ]", "#": "[0-9]" }[character] ?? character;
  }
  return new RegExp(`^${source}$`);
}

it("matches what a regular expression of the same meaning does", () => {
  let seed = 1;
  const upTo = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const made = (letters: string, most: number) =>
    Array.from({ length: upTo(most) }, () => letters[upTo(letters.length)] ?? "").join("");
  let matching = 0;
  for (let turn = 0; turn < 20_000; turn++) {
    const [pattern, text] = [made("A1*?# *", 9), made("AB1 ", 9)];
    const read = readPattern(pattern);
    if (read === null) continue;
    const wanted = asExpression(pattern).test(foldedWords(text));
    expect(matchesPattern(read, foldedWords(text)), `${pattern} in ${text}`).toBe(wanted);
    if (wanted) matching++;
  }
  expect(matching).toBeGreaterThan(1_000);
});

it("is looked for in time linear in the text's length, whatever it is", () => {
  const patterns = ["*a*a*a*a*a*a*a*b", `*${"a".repeat(58)}b*`, "*?*?*?*?*?#*", "* a * a * a * b", "*0*.*{*"];
  for (const pattern of patterns) {
    const read = readPattern(pattern);
    if (read === null) throw new Error(`${pattern} is none`);
    expect(superlinear((text) => matchesPattern(read, text.toUpperCase()))).toBeNull();
  }
}, 240_000);
