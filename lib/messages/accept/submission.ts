import type { ActivityLine } from "@/lib/activity/record-activity";
import type { Encoding } from "@/lib/sms/text/encoding";

/**
 * The text of one message whose submission has different texts (rules: merge fields), with the same properties as
 * `Submission`.
 */
export type OwnText = Pick<Submission, "body" | "encoding" | "parts" | "heldHosts">;

/** One message to one recipient, priced and ready to be accepted. Money in micro-dollars. */
export type Item = {
  id: string;
  msisdn: string;
  netMicros: bigint;
  gstMicros: bigint;
  /** No phone can have this number: the message is billed and gets the status BLOCKED (rules: impossible numbers). */
  invalidNumber: boolean;
  /** The carrier that it waits for (rules: routes). */
  carrierId: number;
  /** The time from which it may be handed to the carrier; null while it is held. */
  dueAt: Date | null;
  /** The earliest requested time of sending; null without a request (rules: scheduled sends). */
  sendAt: Date | null;
  /** Its text; undefined for the text of the submission. */
  own?: OwnText | undefined;
};

/** The idempotency of a request with an `Idempotency-Key` (rules: idempotency). */
export type Idempotency = {
  /** The hash of the key, in hexadecimal: the key itself is not stored. */
  key: string;
  requestHash: Buffer;
  expiresAt: Date;
  /** The secret of its stored response. It is derived from the key, which only the caller has. Never stored. */
  responseSecret: string;
};

/** The stored facts about messages that were sent together from a form (rules: members area sends). */
export type KeptSend = {
  name?: string | undefined;
  /** The earliest requested time of sending. */
  sendAt?: Date | undefined;
  /** The names of its lists, and the number of their contacts that it left out. */
  listNames?: readonly string[];
  leftOut?: number;
};

/** The changes of acceptance for the form that a request came from, in the same transaction. */
export type SentForm = {
  /** The facts to store under the id of the first message; null for one message without a name or a list. */
  send: KeptSend | null;
  /** The draft that the form was opened from, which acceptance deletes. */
  draftId: string | undefined;
};

/** All messages of one request: accepted whole or refused whole. */
export type Submission = {
  accountId: number;
  sendType: "sms" | "otp" | "appointment";
  messageClass: "transactional" | "marketing";
  sender: string;
  /** The text as it is sent, encoded and trimmed. A one-time code in it is masked. */
  body: string;
  /** The text with its one-time code, encrypted until it is handed over; null for any other text. */
  encryptedBody: Buffer | null;
  encoding: Encoding;
  parts: number;
  customerMessageId: string | null;
  rateCode: string | null;
  /** The rate code as billed: with its suffix for templates. */
  billedRateCode: string | null;
  /** The minutes in which the messages may be handed over, from the time that they may be sent (rules: validity). */
  validityMinutes: number;
  /** Hosts in the text without approval. The messages are held while there are any. */
  heldHosts: readonly string[];
  /** The hours and days in which they may be sent, in the format of `writeWindow`; undefined for any. */
  window?: string | undefined;
  items: readonly Item[];
  /**
   * The version of the routes by which the carriers of its messages were chosen; null if none was chosen
   * (rules: routes).
   */
  routesVersion: number | null;
  idempotency: Idempotency | null;
  /** The key of the request, if it has a daily limit. The cost counts for that limit (rules: key limits). */
  limitedKeyId?: string | null | undefined;
  /** Undefined if the request came from no form. */
  form?: SentForm | undefined;
  /** The activity to record; undefined if no person sent it. */
  line?: Omit<ActivityLine, "accountId"> | undefined;
};

/** The findings of acceptance about messages. */
export type MessageFindings = {
  /** Ids of blocked messages. */
  blocked: ReadonlySet<string>;
  /** The code of the network that a message's number was ported to, by message id. */
  ported: ReadonlyMap<string, string>;
};

/** The findings of most requests: no blocked message and no ported number. */
export const NOTHING_FOUND: MessageFindings = { blocked: new Set(), ported: new Map() };

export type Outcome =
  /** The messages are stored and billed. `queued` is set if some are left to `dispatch`. */
  | ({ kind: "accepted"; queued: boolean } & MessageFindings)
  /** The balance does not cover it: nothing was written. */
  | { kind: "insufficient_funds" }
  /** The account was deleted or disabled after the caller was authenticated: nothing was written. */
  | { kind: "account_closed" }
  /**
   * The routes have changed since its carriers were chosen: nothing was written, and the carriers must be chosen
   * again.
   */
  | { kind: "routes_changed" }
  /** The database failed: nothing was written, or the result is unknown. */
  | { kind: "failed"; error: unknown }
  /** Its idempotency key was used before: nothing was written. */
  | { kind: "repeated" };
