import { expect, it } from "vitest";
import { wordsQuery } from "@/lib/messages/search-index/find-indexed";
import { partsOf, wordsOf } from "@/lib/messages/search-index/words";

it("takes a text apart into words, without capitals and accents, each once", () => {
  expect(wordsOf("Kia ora, Māori café! KIA ORA… order-17 costs $57.38 😀")).toEqual(
    "kia ora maori cafe order 17 costs 57 38".split(" "),
  );
  expect(wordsOf("ﬁne ＡＢＣ 訊息 привет")).toEqual(["fine", "abc", "訊息", "привет"]);
  expect(wordsOf(" …!* ")).toEqual([]);
  expect(wordsOf("x".repeat(1_000))).toEqual(["x".repeat(30)]);
});

it("takes a number apart into each four digits that follow one another, each once", () => {
  expect(partsOf("64215551")).toEqual(["6421", "4215", "2155", "1555", "5551"]);
  expect(partsOf("00000000")).toEqual(["0000"]);
  expect(partsOf("111")).toEqual([]);
});

it("looks up all words of each account, the last of a piece as a beginning too, and nothing that means something", () => {
  expect(wordsQuery(["Order-17", "ready", "at"])).toBe("'@:order' & '@:17' & '@:ready':* & '@:at'");
  expect(wordsQuery(["'o\\", "!(a|b)", ":*&@"])).toBe("'@:o' & '@:a' & '@:b'");
  expect(wordsQuery(["…", "!"])).toBeNull();
});
