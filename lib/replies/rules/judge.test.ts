import { describe, expect, it, test } from "vitest";
import type { ReplyRuleRecord } from "@/lib/contracts/members/auto-replies";
import { newId } from "@/lib/ids";
import { judge } from "@/lib/replies/rules/judge";
import { superlinear } from "@/tests/support/linear-time";

function rule(overrides: Partial<ReplyRuleRecord> = {}): ReplyRuleRecord {
  return {
    id: newId(),
    name: "Rule",
    enabled: true,
    match: "any",
    words: [],
    sender: null,
    fromNumbers: [],
    hours: "always",
    days: [],
    fromTime: "00:00",
    toTime: "00:00",
    forward: false,
    text: "Thank you",
    unicode: false,
    pauseMinutes: 60,
    addTo: null,
    removeFrom: null,
    sendTo: null,
    tag: null,
    ...overrides,
  };
}

const AT = new Date("2026-07-01T22:00:00Z");
const ask = (rules: ReplyRuleRecord[], text = "Kia ora", sender = "552", at = AT) =>
  judge(rules, { text, sender, from: "64215551781", at });

describe("the order", () => {
  it("has the first rule answer that matches, and asks none behind it", () => {
    const rules = [
      rule({ enabled: false }),
      rule({ sender: "2190" }),
      rule({ fromNumbers: ["64215551782", "6427*"] }),
      rule({ match: "keyword", words: ["HOURS"] }),
      rule({ hours: "during", days: [4], fromTime: "20:00", toTime: "21:00" }),
      rule({ hours: "outside", days: [1, 2, 3, 4, 5], fromTime: "09:00", toTime: "17:00" }),
      rule({ fromNumbers: ["6421*"] }),
      rule(),
      rule({ enabled: false }),
    ];
    expect(ask(rules)).toEqual([
      "disabled",
      "other_sender",
      "other_number",
      "other_words",
      "other_hours",
      "other_hours",
      "answers",
      "later",
      "disabled",
    ]);
  });

  it("asks none about an opt-out, whatever it is for, nor about its contrary", () => {
    for (const text of ["STOP", "stop.", "Opt out", "Cancel!", "START", "un-subscribe"])
      expect(ask([rule(), rule({ match: "keyword", words: ["STOP"] })], text)).toBeNull();
    expect(ask([rule()], "Please stop")).toEqual(["answers"]);
  });
});

describe("words", () => {
  test.each([
    ["a keyword alone", "keyword", ["MENU"], "menu", true],
    ["a keyword in front, with punctuation", "keyword", ["MENU"], " ‘Menu’, please", true],
    ["a keyword with accents and macrons", "keyword", ["MAORI", "CAFE"], "Café?", true],
    ["a keyword that is written in two characters", "keyword", ["CAFE"], "cafe\u0301", true],
    ["a keyword that is not the first word", "keyword", ["MENU"], "the menu", false],
    ["the beginning of a word", "keyword", ["MENU"], "menus", false],
    ["a phrase anywhere", "phrase", ["what time"], "Hi! What  TIME do you open?", true],
    ["a phrase across punctuation", "phrase", ["what's on"], "so whatʼs? What’s, on", true],
    ["a phrase with macrons", "phrase", ["Māori"], "te reo maori", true],
    ["one of several phrases", "phrase", ["price", "how much"], "How much is it?", true],
    ["a part of a word", "phrase", ["hi"], "this", false],
    ["words that are not together", "phrase", ["how much"], "how very much", false],
    ["a pattern of the whole text", "pattern", ["menu", "order ####"], "Order: 1234.", true],
    ["a pattern of a part of the text", "pattern", ["order ####"], "my order 1234", false],
    ["a pattern with any words", "pattern", ["* refund *"], "I'd like a refund!", true],
  ] as const)("%s", (_, match, words, text, matches) => {
    expect(ask([rule({ match, words: [...words] })], text)).toEqual([matches ? "answers" : "other_words"]);
  });

  it("of 50 rules with 20 of the dearest patterns take linear time", () => {
    const dearest = Array.from({ length: 20 }, (_, at) => `*${"a?".repeat(28)}b*${at}`);
    const rules = Array.from({ length: 50 }, () => rule({ match: "pattern", words: dearest }));
    expect(superlinear((text) => ask(rules, text))).toBeNull();
  }, 240_000);

  it("of 50 rules with 20 of the longest phrases take linear time", () => {
    const rules = Array.from({ length: 50 }, () =>
      rule({ match: "phrase", words: Array.from({ length: 20 }, (_, at) => `${"a".repeat(97)} ${at}`) }),
    );
    expect(superlinear((text) => ask(rules, text))).toBeNull();
  });
});
