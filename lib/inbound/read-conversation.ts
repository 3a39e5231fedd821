import { readTags } from "@/lib/contacts/tags/read-tags";
import type {
  Conversation,
  ConversationMessage,
  ReadConversationRequest,
  RuleOutcome,
  WebhookAnswer,
} from "@/lib/contracts/members/inbox";
import type { Database, Queryable } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import { GatewayError } from "@/lib/errors";
import {
  type ConversationRow,
  type CorrespondentRow,
  conversationStatement,
  correspondentStatement,
} from "@/lib/inbound/conversation.sql";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { messageState } from "@/lib/messages/query/message-state";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Returns a page of the messages between an account and a number, newest first.
 * @throws GatewayError `not_found` for a number that has not written to the account.
 */
export async function readConversation(
  db: Database,
  accountId: number,
  asked: ReadConversationRequest,
  now: Date,
): Promise<Conversation> {
  const number = handsetNumber(asked.number);
  const [{ network, shortcode, keyword, blockedAt }, { rows, newer, older }, tags] = await Promise.all([
    findCorrespondent(db, accountId, number),
    readKeysetPage(asked, (stretch) =>
      db.query<ConversationRow>(conversationStatement(accountId, number, stretch)),
    ),
    readTags(db, accountId, number),
  ]);
  return {
    number,
    network,
    blocked: keyword === null || blockedAt === null ? null : { keyword, since: formatNz(blockedAt) },
    // A service with a name can write, but cannot receive texts.
    replyFrom: normaliseMsisdn(number) === number ? shortcode : null,
    tags,
    messages: rows.map((row) => toMessage(row, now)),
    newer,
    older,
  };
}

/**
 * Finds the last message of a number to an account, and its opt-out, if there is one.
 * @throws GatewayError `not_found` for a number that has not written to the account.
 */
export async function findCorrespondent(
  db: Queryable,
  accountId: number,
  number: string,
): Promise<CorrespondentRow> {
  const [last] = await db.query<CorrespondentRow>(correspondentStatement(accountId, number));
  if (last) return last;
  throw new GatewayError("not_found", "This number has not written to you.");
}

function toMessage(row: ConversationRow, now: Date): ConversationMessage {
  const { id, text, shortcode } = row;
  const common = { id, at: formatNz(row.at), text, shortcode };
  return row.isOut
    ? { ...common, direction: "out", state: messageState(row, now), autoReply: row.autoReply }
    : { ...common, direction: "in", webhook: toAnswer(row), done: toOutcome(row) };
}

function toOutcome(row: ConversationRow & { isOut: false }): RuleOutcome | null {
  if (row.actedBy === null) return null;
  const { actedBy: rule, emailed, sentTo, addedTo, removedFrom, tagged, note, isWaiting } = row;
  return { rule, emailed, sentTo, addedTo, removedFrom, tagged, note, isWaiting };
}

function toAnswer(row: ConversationRow & { isOut: false }): WebhookAnswer | null {
  if (row.deliveryState === null) return null;
  const { responseCode, error, durationMs, attemptedAt, deliveryDueAt } = row;
  return {
    state: row.deliveryState,
    attempts: row.deliveryAttempts,
    at: attemptedAt && formatNz(attemptedAt),
    url: row.attemptedUrl,
    responseCode,
    response: row.responseBody,
    error,
    durationMs,
    nextAt: deliveryDueAt && formatNz(deliveryDueAt),
  };
}
