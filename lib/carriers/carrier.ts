import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { CarrierWebhook, WebhookKind, WebhookNews } from "@/lib/carriers/webhook";
import type { Encoding } from "@/lib/sms/text/encoding";

/** A part that a carrier took: its place from 0, and the carrier's reference, null where it gave none. */
export type AcceptedPart = { part: number; reference: string | null };

/** One that was taken before. `partCount`: as how many parts the message was submitted; not set: as many as are billed. */
export type EarlierPart = AcceptedPart & { partCount?: number };

/** How a carrier wants a sender written. A type or plan that is null is the usual one. */
export type SenderAddress = { source: string; ton: number | null; npi: number | null };

/**
 * A message as a carrier gets it. `id` is ours. Where a carrier can, it treats a second submission of an id
 * as the first.
 */
export type Outgoing = {
  id: string;
  sender: string;
  /** The sender's address at this carrier (rules: sender addresses). Not set: the sender itself. */
  from?: SenderAddress;
  msisdn: string;
  body: string;
  /** For a text with a one-time code, the text that may be logged or stored instead. Null: any text may. */
  maskedBody: string | null;
  encoding: Encoding;
  /** The texts of its parts, in order; a short message is one part. */
  parts: readonly string[];
  sendType: "sms" | "otp" | "appointment";
  messageClass: "transactional" | "marketing";
  /** The code of the network that the number was ported to; null where its prefix tells. */
  network: string | null;
  /** The network gives up delivering it then. */
  validUntil: Date;
  /** Parts that this carrier took at an earlier submission: they are not submitted again. */
  already: readonly EarlierPart[];
  /** How often this carrier has put it off by rules that say how often they may. */
  putOff: number;
};

/** What a carrier or network says of a failure, such as `0x0000000B`: kept and shown as it is. */
export type CarrierErrorCode = string;

/**
 * A carrier's answer for one message.
 * - `accepted`: it has the whole message, with a reference for each part, or one for all.
 * - `refused`: no carrier will take it. `accepted` has the parts that it took before: they are paid for.
 * - `elsewhere`: this carrier will not take it; another may.
 * - `later`: surely not taken, or no more of it than `accepted`; the rest is tried again here after `afterMs`, which `counts` as an
 *   attempt or not. It does where parts were taken. `putOff`: that of the message by now; not set: as it was.
 * - `unknown`: perhaps taken. `accepted` has the parts that surely are.
 */
export type Settled =
  | { id: string; outcome: "accepted"; references: readonly (string | null)[] }
  | ({ id: string; outcome: "refused"; code: CarrierErrorCode } & Partial<TakenParts>)
  | { id: string; outcome: "elsewhere"; code: CarrierErrorCode }
  | ({
      id: string;
      outcome: "later";
      code: CarrierErrorCode;
      afterMs: number;
      counts: boolean;
      putOff?: number;
    } & Partial<TakenParts>)
  | ({ id: string; outcome: "unknown" } & TakenParts);

/**
 * What was taken of a message. `partCount`: as how many parts the carrier submits it; not set: as many as are billed, which are
 * fewer where its headers leave less room.
 */
export type TakenParts = { accepted: readonly AcceptedPart[]; partCount?: number };

/** Takes answers, one by one or many, in any order. A second answer for a message changes nothing. */
export type Settle = (answers: readonly Settled[]) => void;

/**
 * A report on a message, or on one part of it, that the carrier accepted. `key` is the same whenever the
 * report is delivered again; `code` is a report code (rules: report codes).
 */
export type CarrierReport = {
  reference: string;
  /**
   * Other references that it may mean, in the order in which they count: ids in another base, and a second id. They count for
   * messages to the handset alone. Not set: those of a report that was parked.
   */
  otherReferences?: readonly string[];
  key: string;
  code: number;
  /** The time of the event according to the carrier, or the time of arrival if that is implausible (rules: report times). */
  reportedAt: Date;
  /** The time of arrival. If it is missing, the time of recording counts. */
  receivedAt?: Date;
  /**
   * The handset, where the carrier names it: a reference that was used again finds the right message. It is as
   * `writtenDigits` reads it, with its country code or without.
   */
  msisdn?: string | null;
  /** The number that the report goes to: a sender of ours, or the handset where the carrier says it the other way round. */
  addressee?: string | null;
  /** The network's own error, where it gives one. */
  errorCode?: CarrierErrorCode | null;
  /** The message's `userReferenceOf`, where the carrier repeats it. */
  userReference?: number | null;
};

/** What a message is called where only 16 bits have room: the last of its id, which are random. */
export function userReferenceOf(id: string): number {
  return Number.parseInt(id.slice(-4), 16);
}

/**
 * A report or a message in as it came that nobody can read, in one line without secrets, and the handset where that is
 * named.
 */
export type UnreadableNews = { kind: WebhookKind; msisdn: string | null; raw: string; receivedAt: Date };

/** Reports that wait at a carrier which has to be asked for them. */
export type ReportBatch = {
  reports: readonly CarrierReport[];
  /** Tells the carrier which reports were recorded; the others are given again later. */
  acknowledge(keys: ReadonlySet<string>): Promise<void>;
  /** When the next report is due; null where the carrier does not know. */
  nextAt: Date | null;
};

/** What a carrier tells of by itself. Each promise resolves after the commit: only then is a PDU answered. */
export type CarrierEvents = {
  reports(reports: readonly CarrierReport[]): Promise<void>;
  inbound(messages: readonly CarrierInbound[]): Promise<void>;
  /** Returns whether one of these references is that of a message to one of these numbers. */
  knows(references: readonly string[], addresses: readonly string[]): Promise<boolean>;
  /** What cannot be read, and is not given again. */
  unreadable(news: readonly UnreadableNews[]): Promise<void>;
  /** There is room again. */
  roomChanged(): void;
};

/**
 * The judgement on a carrier that is connected and does not take messages as it should (rules: networks that do not answer).
 * `no codes`: it is up, but one-time codes go another way. `failing`: it is down. `asks`: it is down, and one message that may
 * wait is to ask it.
 */
export const STANDINGS = ["no codes", "failing", "asks"] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * Whether a carrier takes messages from this process now, and if not why, in words without secrets. One whose links another
 * process holds takes none here: that process says when it is down. `standing`: not set if nothing is wrong, or this process cannot
 * judge it.
 */
export type Health = { isUp: boolean; reason: string | null; standing?: Standing };

/** The number of the simulator in the queue; other carriers have that of their row. */
export const SIMULATOR_ID = 0;

/** Whether what a carrier perhaps took is submitted again: anything but marketing, everything, or nothing. */
export const RESEND_UNKNOWN = ["byClass", "always", "never"] as const;

/**
 * What is done with a message that a carrier perhaps took. How long it is held: 2 minutes where that is not set, a one-time
 * code 20 seconds. Then it is submitted again or given up, by its class where that is not set.
 */
export type UnknownTerms = { holdMs?: number | undefined; resend?: (typeof RESEND_UNKNOWN)[number] };

/** A way into a mobile network. */
export type Carrier = {
  /** Its number, by which messages wait for it. */
  readonly id: number;
  readonly name: string;
  /**
   * How long it may be silent about a message; then the message counts as `unknown`. Not set: 20 seconds.
   */
  readonly answerTimeoutMs?: number;
  /**
   * Whether it takes a second submission of an id for the first: what it did not answer for is submitted again
   * at once (rules: possible duplicates).
   */
  readonly isIdempotent?: boolean;
  readonly ifUnknown?: UnknownTerms;
  /** Whether it gets no more messages than those that it has in part, or perhaps has. */
  readonly isDraining?: boolean;
  /** As whom this process holds its links, where they are open in one process at a time. */
  readonly linkOwner?: string | undefined;
  /** How many messages it would take now; 0 while its links are down. It tells of new room, also before `start`. */
  room(): number;
  /** How much room is worth another claim at once; of less it tells after a moment. Not set: any. */
  enoughRoom?(): number;
  /**
   * Takes messages, at most as many as it has room for, and settles each of them once. After a throw, what
   * it has not settled is unknown.
   */
  submit(batch: readonly Outgoing[], settle: Settle, now: Date): void;
  health(): Health;
  /** Opens its links, and tells of what happens from here on. */
  start?(events: CarrierEvents): Promise<void>;
  /** Ends its links, and waits until `by` for the answers to what is in flight. */
  stop?(by: Date): Promise<void>;
  /** Reads what a network posts to us. Null: nothing proves that it is from there. */
  takeWebhook?(kind: WebhookKind, webhook: CarrierWebhook): WebhookNews | null;
  /** Takes waiting reports, for carriers that do not deliver them by themselves. */
  takeReports?(now: Date): Promise<ReportBatch>;
};
