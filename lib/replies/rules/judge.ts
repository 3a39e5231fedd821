import type { ReplyRuleRecord, RuleVerdict } from "@/lib/contracts/members/inbound/auto-replies";
import { isWithinNzHours } from "@/lib/sms/nz-hours";
import { foldedWords } from "@/lib/sms/text/folded-words";
import { firstKeyword, isResubscribe, optOutKeyword } from "@/lib/sms/text/keywords";

/** A message in, as rules look at it. */
export type Asked = { text: string; sender: string; at: Date };

/**
 * What each rule says of a message, in the order of the rules (rules: auto replies): the first that matches answers, and
 * those behind it are not asked. The same for a real message and for one that is tried out.
 * @returns null for an opt-out and its contrary, which no rule is asked about.
 */
export function judge(rules: readonly ReplyRuleRecord[], { text, sender, at }: Asked): RuleVerdict[] | null {
  if (optOutKeyword(text) !== null || isResubscribe(text)) return null;
  const keyword = firstKeyword(text);
  const words = foldedWords(text);
  let isAnswered = false;
  return rules.map((rule): RuleVerdict => {
    if (!rule.enabled) return "disabled";
    if (isAnswered) return "later";
    if (rule.sender !== null && rule.sender !== sender) return "other_sender";
    if (rule.hours !== "always" && isWithinNzHours(at, rule) !== (rule.hours === "during"))
      return "other_hours";
    if (!hasWords(rule, keyword, words)) return "other_words";
    isAnswered = true;
    return "answers";
  });
}

function hasWords({ match, words }: ReplyRuleRecord, keyword: string | null, folded: string): boolean {
  if (match === "any") return true;
  if (match === "keyword") return keyword !== null && words.includes(keyword);
  return words.some((phrase) => folded.includes(foldedWords(phrase)));
}
