import type { TriedReplyRules, TryReplyRulesRequest } from "@/lib/contracts/members/inbound/auto-replies";
import type { Queryable } from "@/lib/db/client";
import { judge } from "@/lib/replies/rules/judge";
import { readRules } from "@/lib/replies/rules/read-rules";

/** Tells what each rule of an account would say of a text that came now (rules: auto replies). Nothing is changed. */
export async function tryRules(
  db: Queryable,
  accountId: number,
  { text, sender }: TryReplyRulesRequest,
  now: Date,
): Promise<TriedReplyRules> {
  const rules = (await readRules(db, [accountId])).get(accountId) ?? [];
  const verdicts = judge(rules, { text, sender, at: now });
  if (verdicts === null) return { optOut: true, rules: [] };
  return {
    optOut: false,
    rules: rules.map(({ id, name }, place) => ({ id, name, verdict: verdicts[place] ?? "later" })),
  };
}
