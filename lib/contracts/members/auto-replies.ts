import { z } from "zod";
import { flag, givenName, integer, label, message, oneOf } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { tag } from "@/lib/contracts/members/inbox";
import { memberOperation } from "@/lib/contracts/members/operation";
import { MAX_WRITTEN_LENGTH } from "@/lib/sms/numbers/msisdn";

/** The most rules of an account, and the most words or phrases of a rule (rules: auto replies). */
export const MAX_RULES = 50;
export const MAX_WORDS = 20;
/** The most numbers, beginnings of numbers and names of a rule. */
export const MAX_FROM = 20;
/** The most patterns of all rules of an account. Every incoming text is searched for each (rules: text patterns). */
export const MAX_PATTERNS = 200;
export const RULE_NAME_LENGTH = 60;
export const PHRASE_LENGTH = 100;

/** The longest pause of a rule after it replied to a number, in minutes: seven days. */
export const MAX_PAUSE_MINUTES = 10_080;

const SENDER_LENGTH = 40;

export const MATCHES = ["keyword", "phrase", "pattern", "any"] as const;
export const HOURS = ["always", "during", "outside"] as const;

const wrongDays = "must be days from 1 to 7";
const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 09:00");

const conditions = {
  match: z.enum(MATCHES),
  /** Keywords, phrases or patterns. One of them must match. An empty list matches every text. */
  words: z.array(z.string()),
  /** The sender that received the text; null for all. */
  sender: z.string().nullable(),
  /**
   * The writers: numbers, beginnings of numbers with `*` behind them, and names. An empty list means every writer.
   */
  fromNumbers: z.array(z.string()),
  hours: z.enum(HOURS),
  /** The days of the week on which the hours begin, 1 for Monday. */
  days: z.array(z.int()),
  fromTime: z.string(),
  toTime: z.string(),
};

/** A rule in the list. */
export const replyRuleRecord = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  ...conditions,
  /** The reply; empty for a rule that does not reply. */
  text: z.string(),
  /** True if the text is emailed to the account's address. */
  forward: z.boolean(),
  unicode: z.boolean(),
  pauseMinutes: z.int(),
  /** The lists to which the rule adds the writer, and from which it removes the writer; null for none. */
  addTo: z.string().nullable(),
  removeFrom: z.string().nullable(),
  /** The further endpoint that receives the text; null for none. */
  sendTo: z.string().nullable(),
  /** The conversation's new tag; null for none. */
  tag: z.string().nullable(),
});

/** Lists the rules in the order of their evaluation, and the choices for a rule. */
export const listReplyRules = memberOperation({
  method: "GET",
  path: "/api/members/auto-replies",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({
    rules: z.array(replyRuleRecord),
    senders: z.array(z.string()),
    unicodeEnabled: z.boolean(),
    /** The address that receives texts; null if this installation sends no emails. */
    emailTo: z.string().nullable(),
    lists: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The further endpoints, each with its pause. */
    endpoints: z.array(z.object({ id: z.string(), name: z.string(), isPaused: z.boolean() })),
  }),
});

const chosen = () => z.uuid("must be an id").nullable().default(null);

const which = { id: z.uuid("must be an id") };

const given = {
  name: givenName(RULE_NAME_LENGTH),
  match: oneOf(MATCHES),
  words: z
    .array(label(PHRASE_LENGTH).trim().min(1, "must not be empty"))
    .max(MAX_WORDS, `must be at most ${MAX_WORDS}`)
    .default([]),
  sender: label(SENDER_LENGTH).nullable().default(null),
  fromNumbers: z.array(label(MAX_WRITTEN_LENGTH)).max(MAX_FROM, `must be at most ${MAX_FROM}`).default([]),
  hours: oneOf(HOURS).default("always"),
  days: z.array(z.int(wrongDays).min(1, wrongDays).max(7, wrongDays)).max(7, wrongDays).default([]),
  fromTime: time().default("00:00"),
  toTime: time().default("00:00"),
  text: message().default(""),
  forward: flag(),
  unicode: flag(),
  pauseMinutes: integer(1, MAX_PAUSE_MINUTES).default(60),
  addTo: chosen(),
  removeFrom: chosen(),
  sendTo: chosen(),
  tag: tag.nullable().default(null),
};

/**
 * Adds a rule behind all others. The caller chooses the id. A repeat adds no second rule, and is rejected if it
 * differs.
 */
export const addReplyRule = memberOperation({
  method: "POST",
  path: "/api/members/auto-replies",
  roles: SENDERS,
  request: z.object({ ...which, ...given }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** Replaces a rule. It stays in its position. */
export const changeReplyRule = memberOperation({
  method: "POST",
  path: "/api/members/auto-replies/change",
  roles: SENDERS,
  request: z.object({ ...which, ...given }),
  response: done,
});

export const enableReplyRule = memberOperation({
  method: "POST",
  path: "/api/members/auto-replies/enable",
  roles: SENDERS,
  request: z.object({ ...which, enabled: z.boolean("must be true or false") }),
  response: done,
});

/** Swaps a rule with the previous or the next one. */
export const moveReplyRule = memberOperation({
  method: "POST",
  path: "/api/members/auto-replies/move",
  roles: SENDERS,
  request: z.object({ ...which, direction: oneOf(["up", "down"]) }),
  response: done,
});

export const removeReplyRule = memberOperation({
  method: "POST",
  path: "/api/members/auto-replies/remove",
  roles: SENDERS,
  request: z.object(which),
  response: done,
});

export const VERDICTS = [
  "answers",
  "disabled",
  "other_sender",
  "other_number",
  "other_hours",
  "other_words",
  "later",
] as const;

/** Returns the action of each rule for a text that came now. It stores and sends no message. */
export const tryReplyRules = memberOperation({
  method: "POST",
  path: "/api/members/auto-replies/try",
  roles: SENDERS,
  request: z.object({
    text: message(),
    sender: label(SENDER_LENGTH),
    /** The writer. The default is a writer that no rule names. */
    from: label(MAX_WRITTEN_LENGTH).optional(),
  }),
  response: z.object({
    /** True if the text is an opt-out or a new subscription, for which no rule is evaluated. */
    optOut: z.boolean(),
    /** The folded words of the text, with which phrases and patterns are compared. */
    read: z.string(),
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        verdict: z.enum(VERDICTS),
        /** The keyword, phrase or pattern that matched; null if the rule does not match, or matches every text. */
        by: z.string().nullable(),
      }),
    ),
  }),
});

export type ReplyRuleRecord = z.output<typeof replyRuleRecord>;
export type ReplyRulesList = z.output<typeof listReplyRules.response>;
export type GivenReplyRule = Omit<z.output<typeof addReplyRule.request>, "id">;
export type TryReplyRulesRequest = z.output<typeof tryReplyRules.request>;
export type TriedReplyRules = z.output<typeof tryReplyRules.response>;
export type RuleVerdict = (typeof VERDICTS)[number];
