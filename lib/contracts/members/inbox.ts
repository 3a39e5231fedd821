import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { flag, givenName, label, limit, message } from "@/lib/contracts/base/parameters";
import { MESSAGE_STATES, SEARCH_LENGTH, TAG_LENGTH } from "@/lib/contracts/base/values";
import { counted, keyset, neighbours } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** The number of somebody who wrote, as people write numbers. */
export function number() {
  return label(SEARCH_LENGTH).trim();
}

/** A tag of conversations (rules: conversation tags). */
export const tag = givenName(TAG_LENGTH);

/** What one person wrote, and the account to them: how a list shows it. Times are New Zealand local. */
export const conversationRecord = z.object({
  number: z.string(),
  network: z.string().nullable(),
  /** Their last message. */
  text: z.string(),
  shortcode: z.string(),
  at: z.string(),
  /** Whether the account has written to them since. */
  answered: z.boolean(),
  /** Whether they have opted out. */
  blocked: z.boolean(),
  tags: z.array(z.string()),
});

/** Who has written to the account, the latest first; with a tag, the conversations that have it. */
export const listConversationsOperation = memberOperation({
  ...routes.listConversationsOperation,
  request: z.object({ number: number().optional(), tag: tag.optional(), ...keyset, limit: limit(100, 25) }),
  response: z.object({ conversations: z.array(conversationRecord), total: counted, ...neighbours }),
});

/** What the webhook said to a message in: of the last attempt. */
const answer = z.object({
  state: z.enum(["pending", "delivered", "failed"]),
  attempts: z.int(),
  at: z.string().nullable(),
  url: z.string().nullable(),
  responseCode: z.int().nullable(),
  /** The beginning of what came back. */
  response: z.string().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  nextAt: z.string().nullable(),
});

const common = { id: z.string(), at: z.string(), text: z.string(), shortcode: z.string() };

/** What an auto reply did with a message besides replying, each by its name at that time. */
const ruleOutcome = z.object({
  rule: z.string(),
  emailed: z.boolean(),
  /** The further endpoint that it was sent to, and the lists that its number was put in, and taken out of. */
  sentTo: z.string().nullable(),
  addedTo: z.string().nullable(),
  removedFrom: z.string().nullable(),
  /** The tag that was put on the conversation. */
  tagged: z.string().nullable(),
  /** Why a list was not changed or the tag not put on, for a person to read. */
  note: z.string().nullable(),
  /** Whether lists or tags are still to be changed. */
  isWaiting: z.boolean(),
});

/** One message of a conversation; a one-time code in it is masked. */
export const conversationMessage = z.discriminatedUnion("direction", [
  /** From them. `webhook` is null where the account had none for messages in, `done` where no rule did anything. */
  z.object({
    ...common,
    direction: z.literal("in"),
    webhook: answer.nullable(),
    done: ruleOutcome.nullable(),
  }),
  /** From the account. `autoReply` is the name of the rule where the message was sent by itself. */
  z.object({
    ...common,
    direction: z.literal("out"),
    state: z.enum(MESSAGE_STATES),
    autoReply: z.string().nullable(),
  }),
]);

/** What went to and fro with one number, newest first. */
export const readConversationOperation = memberOperation({
  ...routes.readConversationOperation,
  request: z.object({ number: number(), ...keyset, limit: limit(100, 50) }),
  response: z.object({
    number: z.string(),
    network: z.string().nullable(),
    /** That they have opted out, by which word and since when. */
    blocked: z.object({ keyword: z.string(), since: z.string() }).nullable(),
    /** The shortcode that they wrote to last, which a reply goes out from; null where they cannot be written to. */
    replyFrom: z.string().nullable(),
    tags: z.array(z.string()),
    messages: z.array(conversationMessage),
    ...neighbours,
  }),
});

/** Longest key of a reply. */
const KEY_LENGTH = 64;

/** Answers somebody who wrote. The same `key` with the same text sends once, however often it is asked for. */
export const replyOperation = memberOperation({
  ...routes.replyOperation,
  request: z.object({
    number: number(),
    text: message(),
    unicode: flag(),
    key: label(KEY_LENGTH).regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters"),
  }),
  response: z.object({
    id: z.string(),
    status: z.enum(["accepted", "queued", "held"]),
    from: z.string(),
    parts: z.int(),
    truncated: z.boolean(),
    /** Why it waits, for a person to read. */
    note: z.string().nullable(),
  }),
});

/** All messages that came in, as a file: of a number, of conversations with a tag, of some days. */
export const exportInboxOperation = memberOperation({
  ...routes.exportInboxOperation,
  request: z.object({
    number: number().optional(),
    tag: tag.optional(),
    start: nzDateTime("start").optional(),
    end: nzDateTime("end").optional(),
  }),
  response: z.string(),
});

export type ConversationRecord = z.output<typeof conversationRecord>;
export type ConversationMessage = z.output<typeof conversationMessage>;
export type RuleOutcome = z.output<typeof ruleOutcome>;
export type WebhookAnswer = z.output<typeof answer>;
export type Conversation = z.output<typeof readConversationOperation.response>;
export type ConversationsPage = z.output<typeof listConversationsOperation.response>;
export type ListConversationsRequest = z.output<typeof listConversationsOperation.request>;
export type ReadConversationRequest = z.output<typeof readConversationOperation.request>;
export type ReplyRequest = z.output<typeof replyOperation.request>;
export type ReplyResponse = z.output<typeof replyOperation.response>;
export type ExportInboxRequest = z.output<typeof exportInboxOperation.request>;
