import type { ReplyRuleRecord } from "@/lib/contracts/members/auto-replies";
import type { Transaction } from "@/lib/db/client";
import {
  type RuleEvent,
  type RuleEventRow,
  ruleEventsStatement,
  writeActionsStatement,
} from "@/lib/replies/answers/act.sql";
import { forwardTexts } from "@/lib/replies/answers/forward";
import { canReceiveSms } from "@/lib/sms/numbers/msisdn";

/** A message in and the rule that it matches. */
export type RuleMatch = {
  message: {
    id: string;
    accountId: number;
    msisdn: string;
    shortcode: string;
    body: string;
    /** Returns the body of the message's event. */
    event(): string;
  };
  rule: ReplyRuleRecord;
};

/**
 * Runs the actions of rules besides answers, in the transaction that stores the messages
 * (rules: forwarded texts, texts to endpoints, list changes, tags by rules). It emails the text, sends it to a
 * further endpoint, and enqueues changes of lists and tags. The actions are stored with the message.
 */
export async function actOn(tx: Transaction, matched: readonly RuleMatch[], now: Date): Promise<void> {
  const acting = matched
    .map(({ message, rule }) => ({ message, rule, ...listsOf(message.msisdn, rule) }))
    .filter(({ rule, addTo, removeFrom }) => rule.forward || rule.sendTo || rule.tag || addTo || removeFrom);
  if (acting.length === 0) return;
  const emailed = await forwardTexts(
    tx,
    acting
      .filter(({ rule }) => rule.forward)
      .map(({ message: { accountId, id: inboundId, msisdn: number, shortcode, body: text }, rule }) => ({
        accountId,
        inboundId,
        number,
        shortcode,
        text,
        rule: rule.name,
      })),
    now,
  );
  const sentTo = await sendEvents(tx, acting, now);
  const actions = acting.map(({ message: { id, accountId, msisdn }, rule, addTo, removeFrom }) => ({
    inboundId: id,
    accountId,
    msisdn,
    ruleName: rule.name,
    addTo,
    removeFrom,
    tag: rule.tag,
    emailed: emailed.has(id),
    sentTo: sentTo.get(id) ?? null,
  }));
  await tx.query(writeActionsStatement(actions, now));
  if (actions.some((row) => row.addTo !== null || row.removeFrom !== null || row.tag !== null))
    tx.wake("replies");
}

/** Returns the lists that a rule changes. A name or a short code cannot be a contact. */
function listsOf(
  msisdn: string,
  { addTo, removeFrom }: ReplyRuleRecord,
): Pick<ReplyRuleRecord, "addTo" | "removeFrom"> {
  return canReceiveSms(msisdn) ? { addTo, removeFrom } : { addTo: null, removeFrom: null };
}

/** Sends messages to the endpoints that their rules name. Returns the endpoints' names by message. */
async function sendEvents(
  tx: Transaction,
  matched: readonly RuleMatch[],
  now: Date,
): Promise<Map<string, string>> {
  const events = matched.flatMap(({ message, rule: { sendTo: endpointId } }): RuleEvent[] => {
    const { accountId, id: inboundId, shortcode } = message;
    return endpointId === null
      ? []
      : [{ accountId, inboundId, shortcode, endpointId, body: message.event() }];
  });
  if (events.length === 0) return new Map();
  const rows = await tx.query<RuleEventRow>(ruleEventsStatement(events, now));
  if (rows.some(({ isDue }) => isDue)) tx.wake("webhooks");
  return new Map(rows.map(({ inboundId, name }) => [inboundId, name]));
}
