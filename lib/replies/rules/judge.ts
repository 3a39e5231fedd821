import { BoundedMap } from "@/lib/bounded-map";
import type { ReplyRuleRecord, RuleVerdict } from "@/lib/contracts/members/auto-replies";
import { isWrittenBy } from "@/lib/sms/numbers/who-wrote";
import { isWithinNzHours } from "@/lib/sms/nz-hours";
import { foldedWords } from "@/lib/sms/text/folded-words";
import { firstKeyword, isResubscribe, optOutKeyword } from "@/lib/sms/text/keywords";
import { matchesPattern, readPattern, type TextPattern } from "@/lib/sms/text/text-pattern";

/** A message in, as rules look at it. */
export type Asked = {
  text: string;
  sender: string;
  /** Who wrote, as it is stored; null where nobody is named. */
  from: string | null;
  at: Date;
};

/**
 * What each rule says of a message, in the order of the rules (rules: auto replies): the first that matches answers, and
 * those behind it are not asked. The same for a real message and for one that is tried out.
 * @returns null for an opt-out and its contrary, which no rule is asked about.
 */
export function judge(
  rules: readonly ReplyRuleRecord[],
  { text, sender, from, at }: Asked,
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

/** A text as rules compare it: its first word, and all of them. */
export type ReadText = { keyword: string | null; words: string };

export function readText(text: string): ReadText {
  return { keyword: firstKeyword(text), words: foldedWords(text) };
}

/** The first of a rule's keywords, phrases or patterns that a text has; null for none, and for a rule that has none. */
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

/** Patterns that are ready for texts: making one takes as long as looking for it in a text. */
const patterns = new BoundedMap<TextPattern | null>(2_000);

function patternOf(word: string): TextPattern | null {
  let pattern = patterns.get(word);
  if (pattern === undefined) {
    pattern = readPattern(word);
    patterns.set(word, pattern);
  }
  return pattern;
}
