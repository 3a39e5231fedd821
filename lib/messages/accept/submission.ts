import type { ActivityLine } from "@/lib/activity/record-activity";
import type { Encoding } from "@/lib/sms/text/encoding";

/** The text of one message where those of its submission differ (rules: merge fields), as `Submission` has it. */
export type OwnText = Pick<Submission, "body" | "encoding" | "parts" | "heldHosts">;

/** One message to one recipient, priced and ready to be accepted. Money in micro-dollars. */
export type Item = {
  id: string;
  msisdn: string;
  netMicros: bigint;
  gstMicros: bigint;
  /** Whether no phone has this number: it is billed and goes BLOCKED (rules: impossible numbers). */
  invalidNumber: boolean;
  /** The carrier that it waits for (rules: routes). */
  carrierId: number;
  /** When it may be handed to the carrier; null while it is held. */
  dueAt: Date | null;
  /** When it goes out at the earliest, where a later time was asked for (rules: scheduled sends). */
  sendAt: Date | null;
  /** Its text; undefined for that of the submission. */
  own?: OwnText | undefined;
};

/** The idempotency of a request with an `Idempotency-Key` (rules: idempotency). */
export type Idempotency = {
  /** The hash of the key, in hexadecimal: the key itself is not kept. */
  key: string;
  requestHash: Buffer;
  expiresAt: Date;
  /** The secret of its stored response, made from the key, which only the caller has. Never stored. */
  responseSecret: string;
};

/** What is kept of messages that were sent together from a form (rules: members area sends). */
export type KeptSend = {
  name?: string | undefined;
  /** When it goes out at the earliest, where its sender asked for a later time. */
  sendAt?: Date | undefined;
  /** The lists that it went to, and how many of their contacts it left out. */
  listNames?: readonly string[];
  leftOut?: number;
};

/** What acceptance does with the form that a request came from, in the same transaction. */
export type SentForm = {
  /** What it keeps under the id of the first message; null for one message without a name or a list. */
  send: KeptSend | null;
  /** The draft that it deletes, from which the form was opened. */
  draftId: string | undefined;
};

/** All messages of one request: accepted whole or refused whole. */
export type Submission = {
  accountId: number;
  sendType: "sms" | "otp" | "appointment";
  messageClass: "transactional" | "marketing";
  sender: string;
  /** The text as it goes out, encoded and trimmed; one with a one-time code has it masked. */
  body: string;
  /** The text with its one-time code, encrypted until it is handed over; null for any other text. */
  encryptedBody: Buffer | null;
  encoding: Encoding;
  parts: number;
  customerMessageId: string | null;
  rateCode: string | null;
  /** The rate code as billed: with its suffix for templates. */
  billedRateCode: string | null;
  /** How long the messages are worth handing over, from when they may go out (rules: validity). */
  validityMinutes: number;
  /** Hosts in the text without approval; the messages are held while there are any. */
  heldHosts: readonly string[];
  /** Between which hours and on which days they may go out, as `writeWindow` writes it; undefined for any. */
  window?: string | undefined;
  items: readonly Item[];
  /** The routes by which the carriers of its messages were chosen; null where none was (rules: routes). */
  routesVersion: number | null;
  idempotency: Idempotency | null;
  /** The key that asked for it, where that has a daily limit; what it costs is counted against that (rules: key limits). */
  limitedKeyId?: string | null | undefined;
  /** Undefined where it came from no form. */
  form?: SentForm | undefined;
  /** What the account's activity says of it; undefined where no person sent it. */
  line?: Omit<ActivityLine, "accountId"> | undefined;
};

/** The results of acceptance for the messages that it took. */
export type Taken = {
  /** Ids of messages that are blocked. */
  blocked: ReadonlySet<string>;
  /** By message: the code of the network that its number was ported to. */
  ported: ReadonlyMap<string, string>;
};

/** That no message is blocked, and no number ported: what most requests find. */
export const NOTHING_FOUND: Taken = { blocked: new Set(), ported: new Map() };

export type Outcome =
  /** Stored and billed; `queued` where messages are left to `dispatch`. */
  | ({ kind: "accepted"; queued: boolean } & Taken)
  /** The balance does not cover it: nothing was written. */
  | { kind: "insufficient_funds" }
  /** The account was deleted or disabled after the caller was authenticated: nothing was written. */
  | { kind: "account_closed" }
  /** The routes have changed since its carriers were chosen: nothing was written, and they are to be chosen anew. */
  | { kind: "routes_changed" }
  /** The database failed: nothing was written, or the result is not known. */
  | { kind: "failed"; error: unknown }
  /** Its idempotency key was used before: nothing was written. */
  | { kind: "repeated" };
