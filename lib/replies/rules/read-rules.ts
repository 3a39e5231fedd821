import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import {
  MAX_RULES,
  type ReplyRuleRecord,
  type ReplyRulesList,
  replyRuleRecord,
} from "@/lib/contracts/members/inbound/auto-replies";
import type { Queryable } from "@/lib/db/client";

/** The rules of accounts, by account and in the order in which they are tried. */
export async function readRules(
  db: Queryable,
  accountIds: readonly number[],
): Promise<Map<number, ReplyRuleRecord[]>> {
  const rows = await db.prisma.replyRule.findMany({
    where: { accountId: { in: [...accountIds] } },
    orderBy: [{ accountId: "asc" }, { position: "asc" }, { id: "asc" }],
    take: MAX_RULES * accountIds.length,
  });
  const rules = new Map(accountIds.map((id): [number, ReplyRuleRecord[]] => [id, []]));
  for (const row of rows) rules.get(row.accountId)?.push(replyRuleRecord.parse(row));
  return rules;
}

/**
 * The rules of one account, and what a rule may be made of.
 * @param sendsEmails whether this installation sends emails.
 */
export async function listRules(
  db: Queryable,
  { accountId, unicodeEnabled, email }: Member,
  sendsEmails: boolean,
): Promise<ReplyRulesList> {
  const [rules, senders] = await Promise.all([readRules(db, [accountId]), listSenders(db, accountId)]);
  return {
    rules: rules.get(accountId) ?? [],
    senders: senders.map(({ number }) => number),
    unicodeEnabled,
    emailTo: sendsEmails ? email : null,
  };
}
