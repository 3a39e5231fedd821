import { BoundedMap } from "@/lib/bounded-map";
import type { ReplyRuleRecord, RuleVerdict } from "@/lib/contracts/members/auto-replies";
import { isWrittenBy } from "@/lib/sms/numbers/who-wrote";
import { isWithinNzHours } from "@/lib/sms/nz-hours";
import { foldedWords } from "@/lib/sms/text/folded-words";
import { firstKeyword, isResubscribe, optOutKeyword } from "@/lib/sms/text/keywords";
import { matchesPattern, readPattern, type TextPattern } from "@/lib/sms/text/text-pattern";

/** A message in, as rules read it. */
export type IncomingText = {
  text: string;
  sender: string;
  /** The stored sender of the message; null if it is unknown. */
  from: string | null;
  at: Date;
};

/**
 * Returns the verdict of each rule on a message, in the order of the rules (rules: auto replies). The first match
 * answers, and the rules after it are not tried. Real messages and trials are judged alike.
 * @returns null for an opt-out or a resubscription, which rules do not read.
 */
export function judge(
  rules: readonly ReplyRuleRecord[],
  { text, sender, from, at }: IncomingText,
): RuleVerdict[] | null {
  if (optOutKeyword(text) !== null || isResubscribe(text)) return null;
  const read = readText(text);
  let isAnswered = false;
  return rules.map((rule): RuleVerdict => {
    if (!rule.enabled) return "disabled";
    if (isAnswered) return "later";
    if (rule.sender !== null && rule.sender !== sender) return "other_sender";
    if (rule.fromNumbers.length > 0 && !(from !== null && isWrittenBy(rule.fromNumbers, from)))
      return "other_number";
    if (rule.hours !== "always" && isWithinNzHours(at, rule) !== (rule.hours === "during"))
      return "other_hours";
    if (rule.match !== "any" && wordsIn(rule, read) === null) return "other_words";
    isAnswered = true;
    return "answers";
  });
}

/** A text as rules compare it: its first word, and all words. */
export type ReadText = { keyword: string | null; words: string };

export function readText(text: string): ReadText {
  return { keyword: firstKeyword(text), words: foldedWords(text) };
}

/** Returns the first of a rule's keywords, phrases or patterns that a text contains, or null. */
export function wordsIn(
  { match, words }: Pick<ReplyRuleRecord, "match" | "words">,
  read: ReadText,
): string | null {
  const isIn: Record<ReplyRuleRecord["match"], (word: string) => boolean> = {
    any: () => false,
    keyword: (word) => word === read.keyword,
    phrase: (word) => read.words.includes(foldedWords(word)),
    pattern: (word) => {
      const pattern = patternOf(word);
      return pattern !== null && matchesPattern(pattern, read.words);
    },
  };
  return words.find(isIn[match]) ?? null;
}

/** Parsed patterns: parsing one takes as long as matching it. */
const patterns = new BoundedMap<TextPattern | null>(2_000);

function patternOf(word: string): TextPattern | null {
  let pattern = patterns.get(word);
  if (pattern === undefined) {
    pattern = readPattern(word);
    patterns.set(word, pattern);
  }
  return pattern;
}
