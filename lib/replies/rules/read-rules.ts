import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import { readLists } from "@/lib/contacts/change-lists";
import { MAX_ENDPOINTS } from "@/lib/contracts/base/values";
import {
  MAX_RULES,
  type ReplyRuleRecord,
  type ReplyRulesList,
  replyRuleRecord,
} from "@/lib/contracts/members/auto-replies";
import type { Queryable } from "@/lib/db/client";
import { rulesStatement } from "@/lib/replies/rules/read-rules.sql";
import { type FurtherRow, furtherEndpointsStatement } from "@/lib/webhooks/further/endpoints.sql";

/** Reads the rules of accounts, by account and in the order in which they are tried. */
export async function readRules(
  db: Queryable,
  accountIds: readonly number[],
): Promise<Map<number, ReplyRuleRecord[]>> {
  const rows = await db.query<{ accountId: number }>(
    rulesStatement(accountIds, MAX_RULES * accountIds.length),
  );
  const rules = new Map(accountIds.map((id): [number, ReplyRuleRecord[]] => [id, []]));
  for (const row of rows) rules.get(row.accountId)?.push(replyRuleRecord.parse(row));
  return rules;
}

/**
 * Lists the rules of one account, and the choices for a rule.
 * @param sendsEmails whether this installation sends emails.
 */
export async function listRules(
  db: Queryable,
  { accountId, unicodeEnabled, email }: Member,
  sendsEmails: boolean,
): Promise<ReplyRulesList> {
  const [rules, senders, { lists }, endpoints] = await Promise.all([
    readRules(db, [accountId]),
    listSenders(db, accountId),
    readLists(db, accountId),
    db.query<FurtherRow>(furtherEndpointsStatement(accountId, MAX_ENDPOINTS)),
  ]);
  return {
    rules: rules.get(accountId) ?? [],
    senders: senders.map(({ number }) => number),
    unicodeEnabled,
    emailTo: sendsEmails ? email : null,
    lists: lists.map(({ id, name }) => ({ id, name })),
    endpoints: endpoints.map(({ id, name, pausedAt }) => ({ id, name, isPaused: pausedAt !== null })),
  };
}
