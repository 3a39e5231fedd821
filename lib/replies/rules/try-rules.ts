import type { TriedReplyRules, TryReplyRulesRequest } from "@/lib/contracts/members/auto-replies";
import type { Queryable } from "@/lib/db/client";
import { judge, readText, wordsIn } from "@/lib/replies/rules/judge";
import { readRules } from "@/lib/replies/rules/read-rules";
import { requireNumber } from "@/lib/replies/rules/require-writer";

/**
 * Returns the verdicts of an account's rules on a text that would arrive now (rules: auto replies). It changes
 * nothing.
 * @throws GatewayError `invalid_parameter` for an invalid sender.
 */
export async function tryRules(
  db: Queryable,
  accountId: number,
  { text, sender, from }: TryReplyRulesRequest,
  now: Date,
): Promise<TriedReplyRules> {
  const rules = (await readRules(db, [accountId])).get(accountId) ?? [];
  const verdicts = judge(rules, {
    text,
    sender,
    from: from === undefined ? null : requireNumber(from),
    at: now,
  });
  const read = readText(text);
  const words = read.words.trim();
  if (verdicts === null) return { optOut: true, read: words, rules: [] };
  return {
    optOut: false,
    read: words,
    rules: rules.map((rule, place) => {
      const verdict = verdicts[place] ?? "later";
      const by = verdict === "answers" ? wordsIn(rule, read) : null;
      return { id: rule.id, name: rule.name, verdict, by };
    }),
  };
}
