import type { ReplyRuleRecord } from "@/lib/contracts/members/auto-replies";
import type { Transaction } from "@/lib/db/client";
import { lockSlots, slotOf } from "@/lib/db/locks/lock-rows";
import { actOn, type RuleMatch } from "@/lib/replies/answers/act";
import {
  type NewReply,
  ownNumbersStatement,
  type RecentRow,
  recentStatement,
  type Writer,
  writeRepliesStatement,
} from "@/lib/replies/answers/enqueue.sql";
import { GIVE_UP_MS } from "@/lib/replies/answers/send-due";
import { judge } from "@/lib/replies/rules/judge";
import { readRules } from "@/lib/replies/rules/read-rules";
import { canReceiveSms } from "@/lib/sms/numbers/msisdn";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** The most answers of an account to one number within a day, for all of its rules (rules: auto reply loops). */
const MAX_A_DAY = 5;

/** A message in of an account with rules, as it is stored. */
export type AccountMessage = RuleMatch["message"] & { receivedAt: Date };

/**
 * Enqueues answers to messages in, and runs the other actions of their accounts' rules, in the transaction that
 * stores them (rules: auto replies, auto reply loops). An answer is a row that is due at once. If a carrier repeats a
 * message, the message is not stored again, and so not answered again.
 * @param isOurs returns whether a number is an address of one of this service's senders.
 */
export async function enqueueReplies(
  tx: Transaction,
  received: readonly AccountMessage[],
  isOurs: (msisdn: string) => boolean,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - GIVE_UP_MS);
  const asking = received.filter(({ msisdn, receivedAt }) => receivedAt > since && !isOurs(msisdn));
  if (asking.length === 0) return;
  await lockSlots(
    tx,
    "auto_replies",
    asking.map((message) => slotOf(keyOf(message))),
  );
  const rules = await readRules(tx, [...new Set(asking.map(({ accountId }) => accountId))]);
  const recent = await tx.query<RecentRow>(recentStatement(asking, new Date(now.getTime() - WEEK_MS)));
  const own = await tx.query<{ msisdn: string }>(ownNumbersStatement(asking.map(({ msisdn }) => msisdn)));
  const senders = new Set(own.map(({ msisdn }) => msisdn));
  const answered = new Map<string, RecentAnswer[]>();
  for (const row of recent) noteAnswered(answered, row, row);
  const replies: NewReply[] = [];
  const matched: RuleMatch[] = [];
  for (const message of asking) {
    const rule = senders.has(message.msisdn)
      ? undefined
      : answering(rules.get(message.accountId) ?? [], message);
    if (!rule) continue;
    matched.push({ message, rule });
    const { accountId, msisdn, shortcode, id: inboundId } = message;
    if (rule.text === "" || !canReceiveSms(msisdn)) continue;
    if (isTooSoon(rule, answered.get(keyOf(message)) ?? [], now)) continue;
    noteAnswered(answered, message, { ruleId: rule.id, createdAt: now });
    const { id: ruleId, name: ruleName, text, unicode } = rule;
    replies.push({ accountId, msisdn, shortcode, inboundId, ruleId, ruleName, text, unicode });
  }
  await actOn(tx, matched, now);
  if (replies.length === 0) return;
  await tx.query(writeRepliesStatement(replies, now));
  tx.wake("replies");
}

type RecentAnswer = Pick<RecentRow, "ruleId" | "createdAt">;

function keyOf({ accountId, msisdn }: Writer): string {
  return `${accountId} ${msisdn}`;
}

function noteAnswered(answered: Map<string, RecentAnswer[]>, writer: Writer, reply: RecentAnswer): void {
  const key = keyOf(writer);
  answered.set(key, [...(answered.get(key) ?? []), reply]);
}

function answering(rules: readonly ReplyRuleRecord[], message: AccountMessage): ReplyRuleRecord | undefined {
  const { body: text, shortcode: sender, msisdn: from, receivedAt: at } = message;
  return rules[judge(rules, { text, sender, from, at })?.indexOf("answers") ?? -1];
}

/** Returns whether a number has already had this rule's answer, or the day's answers (rules: auto reply loops). */
function isTooSoon(
  { id, pauseMinutes }: ReplyRuleRecord,
  answered: readonly RecentAnswer[],
  now: Date,
): boolean {
  const within = (ms: number) => answered.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < ms);
  return (
    within(DAY_MS).length >= MAX_A_DAY || within(pauseMinutes * MINUTE_MS).some(({ ruleId }) => ruleId === id)
  );
}
