import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { flag, givenName, label, limit, message } from "@/lib/contracts/base/parameters";
import { READERS, READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { MESSAGE_STATES, SEARCH_LENGTH, TAG_LENGTH } from "@/lib/contracts/base/values";
import { counted, keyset, neighbours } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";

/** Creates the schema of a writer's number, as people write numbers. */
export function number() {
  return label(SEARCH_LENGTH).trim();
}

/** A tag of conversations (rules: conversation tags). */
export const tag = givenName(TAG_LENGTH);

/** A conversation with one person, in a list. Times are New Zealand local. */
export const conversationRecord = z.object({
  number: z.string(),
  network: z.string().nullable(),
  /** The last message of the person. */
  text: z.string(),
  shortcode: z.string(),
  at: z.string(),
  /** True if the account has written since. */
  answered: z.boolean(),
  /** True if the person has opted out. */
  blocked: z.boolean(),
  tags: z.array(z.string()),
});

/** Lists the writers to the account, the latest first. With a tag it lists the conversations that have the tag. */
export const listConversationsOperation = memberOperation({
  method: "GET",
  path: "/api/members/inbox",
  roles: READERS_AND_VIEWERS,
  request: z.object({ number: number().optional(), tag: tag.optional(), ...keyset, limit: limit(100, 25) }),
  response: z.object({ conversations: z.array(conversationRecord), total: counted, ...neighbours }),
});

/** The webhook's response to an incoming message, from the last attempt. */
const answer = z.object({
  state: z.enum(["pending", "delivered", "failed"]),
  attempts: z.int(),
  at: z.string().nullable(),
  url: z.string().nullable(),
  responseCode: z.int().nullable(),
  /** The beginning of the response. */
  response: z.string().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  nextAt: z.string().nullable(),
});

const common = { id: z.string(), at: z.string(), text: z.string(), shortcode: z.string() };

/** The actions of an auto reply besides the reply. Names are the ones at that time. */
const ruleOutcome = z.object({
  rule: z.string(),
  emailed: z.boolean(),
  /** The further endpoint that received it, and the lists that gained and lost its number. */
  sentTo: z.string().nullable(),
  addedTo: z.string().nullable(),
  removedFrom: z.string().nullable(),
  /** The tag that the conversation got; null for none. */
  tagged: z.string().nullable(),
  /** The reason of an unchanged list or a missing tag, as a sentence. */
  note: z.string().nullable(),
  /** True if lists or tags are not changed yet. */
  isWaiting: z.boolean(),
});

/** A message of a conversation. A one-time code in it is masked. */
export const conversationMessage = z.discriminatedUnion("direction", [
  /**
   * A message of the person. `webhook` is null if the account had none for incoming messages. `done` is null if no
   * rule acted.
   */
  z.object({
    ...common,
    direction: z.literal("in"),
    webhook: answer.nullable(),
    done: ruleOutcome.nullable(),
  }),
  /** A message of the account. `autoReply` is the name of the rule that sent it. */
  z.object({
    ...common,
    direction: z.literal("out"),
    state: z.enum(MESSAGE_STATES),
    autoReply: z.string().nullable(),
  }),
]);

/** Lists the messages from and to one number, newest first. */
export const readConversationOperation = memberOperation({
  method: "GET",
  path: "/api/members/inbox/conversation",
  roles: READERS_AND_VIEWERS,
  request: z.object({ number: number(), ...keyset, limit: limit(100, 50) }),
  response: z.object({
    number: z.string(),
    network: z.string().nullable(),
    /** The opt-out of the person: its keyword and time. */
    blocked: z.object({ keyword: z.string(), since: z.string() }).nullable(),
    /**
     * The shortcode that the person wrote to last, which a reply uses; null if the account cannot write to the
     * person.
     */
    replyFrom: z.string().nullable(),
    tags: z.array(z.string()),
    messages: z.array(conversationMessage),
    ...neighbours,
  }),
});

/** The longest key of a reply. */
const KEY_LENGTH = 64;

/** Replies to a person. Repeats with the same `key` and text send one message. */
export const replyOperation = memberOperation({
  method: "POST",
  path: "/api/members/inbox/reply",
  roles: SENDERS,
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
    /** The reason of a delay, as a sentence. */
    note: z.string().nullable(),
  }),
});

/** Returns incoming messages as a file: of a number, of conversations with a tag, of some days. */
export const exportInboxOperation = memberOperation({
  method: "GET",
  path: "/api/members/inbox/export",
  roles: READERS,
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
