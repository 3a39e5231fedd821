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

/** A message to a shared shortcode, with the account that it belongs to. */
export type KeywordMessage = Recipient & {
  shortcode: string;
  body: string;
  /** The message answers an appointment reminder, to which CANCEL is not an opt-out. */
  answersReminder: boolean;
  /** No part of the message is missing. */
  isWhole: boolean;
};

/**
 * Blocks senders of opt-out keywords, and unblocks senders of resubscribe keywords
 * (rules: opt-out keywords, resubscribing). If one sender has several messages, the last one in the given order
 * counts. An incomplete message does not unblock its sender.
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
  // A sender that opted out and resubscribed is in both maps, and a statement may lock a row only once.
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
