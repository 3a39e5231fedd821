import type { Queryable } from "@/lib/db/client";
import {
  blockStatement,
  type ChangedRow,
  lockStatement,
  type OptOut,
  type Recipient,
  resubscribeStatement,
} from "@/lib/optouts/change.sql";
import { isReminderWord, isResubscribe, optOutKeyword } from "@/lib/sms/text/keywords";

/** A message to a shared shortcode, with the account it belongs to. */
export type KeywordMessage = Recipient & {
  shortcode: string;
  body: string;
  /** Whether it answers an appointment reminder, to which CANCEL is not an opt-out. */
  answersReminder: boolean;
  /** Whether no part of it is missing. */
  isWhole: boolean;
};

/**
 * Blocks who asks not to be sent to, and unblocks who asks for messages again (rules: opt-out keywords, resubscribing).
 * Of several messages of one sender, in the order given, the last has its way. What is left of a text without its other parts
 * unblocks nobody.
 * @param tx the transaction that stored the messages.
 */
export async function applyKeywords(
  tx: Queryable,
  messages: readonly KeywordMessage[],
  now: Date,
): Promise<void> {
  const optOuts = new Map<string, OptOut>();
  const resubscribed = new Map<string, Recipient>();
  for (const message of messages) {
    const key = keyOf(message);
    const keyword = optOutKeyword(message.body);
    if (keyword !== null && !(message.answersReminder && isReminderWord(keyword))) {
      optOuts.set(key, { ...message, keyword });
      resubscribed.delete(key);
    } else if (message.isWhole && isResubscribe(message.body)) resubscribed.set(key, message);
  }
  const back = [...resubscribed.values()].map((each) => ({ ...each, keyword: null, shortcode: null }));
  // Who opted out and came back is in both, and a statement locks a row once.
  const onlyBack = back.filter((each) => !optOuts.has(keyOf(each)));
  const changed = [...optOuts.values(), ...onlyBack];
  if (changed.length === 0) return;
  await tx.query(lockStatement(changed, now));
  const blocked =
    optOuts.size > 0 ? await tx.query<ChangedRow>(blockStatement([...optOuts.values()], now)) : [];
  const unblocked =
    resubscribed.size > 0 ? await tx.query<ChangedRow>(resubscribeStatement(back, "message", now)) : [];
  if ([...blocked, ...unblocked].some(({ isTold }) => isTold)) tx.wake("webhooks");
}

function keyOf({ accountId, msisdn }: Recipient): string {
  return `${accountId} ${msisdn}`;
}
