import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { CarrierWebhook, WebhookKind, WebhookNews } from "@/lib/carriers/webhook";
import type { Encoding } from "@/lib/sms/text/encoding";

/**
 * A part that a carrier accepted: its index from 0, and the carrier's reference, which is null if the carrier
 * returned none.
 */
export type AcceptedPart = { part: number; reference: string | null };

/**
 * A part that was accepted earlier. `partCount` is the number of parts that the message was submitted as;
 * unset: the billed number.
 */
export type EarlierPart = AcceptedPart & { partCount?: number };

/** The form of a sender at a carrier. A null type or plan means the usual one. */
export type SenderAddress = { source: string; ton: number | null; npi: number | null };

/**
 * A message for a carrier. `id` is the gateway's. A carrier that can do so treats a second submission of an
 * id as the first.
 */
export type Outgoing = {
  id: string;
  sender: string;
  /** The sender's address at this carrier (rules: sender addresses). Unset: the sender itself. */
  from?: SenderAddress;
  msisdn: string;
  body: string;
  /** If the text contains a one-time code, the text to log or store instead. Null: any text may be logged. */
  maskedBody: string | null;
  encoding: Encoding;
  /** The texts of the message's parts, in order. A short message is one part. */
  parts: readonly string[];
  sendType: "sms" | "otp" | "appointment";
  messageClass: "transactional" | "marketing";
  /**
   * The code of the network that the number was ported to; null if the number's prefix determines the
   * network.
   */
  network: string | null;
  /** The time at which the network stops trying to deliver the message. */
  validUntil: Date;
  /** Parts that this carrier accepted at an earlier submission. They are not submitted again. */
  already: readonly EarlierPart[];
  /** The number of times that this carrier has deferred the message by rules with a limit. */
  putOff: number;
};

/** A failure's code from a carrier or network, such as `0x0000000B`. It is stored and shown unchanged. */
export type CarrierErrorCode = string;

/**
 * A carrier's answer for one message.
 * - `accepted`: the carrier has the whole message, with a reference for each part, or one for all.
 * - `refused`: no carrier will accept the message. `accepted` lists the parts that were accepted before. They
 *   are paid for.
 * - `elsewhere`: this carrier will not accept the message, but another may.
 * - `later`: at most the parts in `accepted` were accepted. The rest is retried here after `afterMs`. `counts`
 *   tells if this counts as an attempt, as it does when parts were accepted. `putOff` is the message's new
 *   number of deferrals; unset: unchanged.
 * - `unknown`: the carrier may have accepted the message. `accepted` lists the parts that it surely accepted.
 */
export type CarrierAnswer =
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
 * The accepted parts of a message. `partCount` is the number of parts that the carrier submits the message
 * as; unset: the billed number, which is lower if the carrier's headers leave less room.
 */
export type TakenParts = { accepted: readonly AcceptedPart[]; partCount?: number };

/** Accepts answers, one or many at a time, in any order. A second answer for a message changes nothing. */
export type Settle = (answers: readonly CarrierAnswer[]) => void;

/**
 * A report on a message that the carrier accepted, or on one part of it. `key` is the same at each delivery
 * of the report. `code` is a report code (rules: report codes).
 */
export type CarrierReport = {
  reference: string;
  /**
   * Other references that the report may mean, in order of precedence: ids in another base, and a second id.
   * They only match messages to the handset. Unset: those of a parked report.
   */
  otherReferences?: readonly string[];
  key: string;
  code: number;
  /** The time of the event according to the carrier, or the time of arrival if that is implausible (rules: report times). */
  reportedAt: Date;
  /** The time of arrival. If it is missing, the time of recording counts. */
  receivedAt?: Date;
  /**
   * The handset, if the carrier names it, so that a reused reference finds the right message. It is in the
   * form of `writtenDigits`, with or without its country code.
   */
  msisdn?: string | null;
  /**
   * The number that the report is addressed to: a sender of the gateway, or the handset if the carrier swaps
   * both.
   */
  addressee?: string | null;
  /** The network's own error, if the report has one. */
  errorCode?: CarrierErrorCode | null;
  /** The message's `userReferenceOf`, if the carrier repeats it. */
  userReference?: number | null;
};

/** Returns a 16-bit name for a message: the last four hexadecimal digits of its id, which are random. */
export function userReferenceOf(id: string): number {
  return Number.parseInt(id.slice(-4), 16);
}

/**
 * A report or an incoming message that cannot be read, as one line without secrets. `msisdn` is the handset,
 * if it is named.
 */
export type UnreadableNews = { kind: WebhookKind; msisdn: string | null; raw: string; receivedAt: Date };

/** Reports from a carrier that must be polled for them. */
export type ReportBatch = {
  reports: readonly CarrierReport[];
  /** Confirms to the carrier which reports were recorded. The carrier returns the rest again later. */
  acknowledge(keys: ReadonlySet<string>): Promise<void>;
  /** The time at which the next report is due; null if the carrier does not know. */
  nextAt: Date | null;
};

/** Handlers for a carrier's events. Each promise resolves after the commit: a PDU is answered only then. */
export type CarrierEvents = {
  reports(reports: readonly CarrierReport[]): Promise<void>;
  inbound(messages: readonly CarrierInbound[]): Promise<void>;
  /** Returns whether one of these references belongs to a message to one of these numbers. */
  knows(references: readonly string[], addresses: readonly string[]): Promise<boolean>;
  /** Records reports and messages that cannot be read. The carrier does not deliver them again. */
  unreadable(news: readonly UnreadableNews[]): Promise<void>;
  /** Reports that the carrier has room again. */
  roomChanged(): void;
};

/**
 * The judgements on a connected carrier that does not accept messages as it should
 * (rules: networks that do not answer). `no codes`: the carrier is up, but one-time codes are routed
 * elsewhere. `failing`: the carrier is down. `asks`: the carrier is down, and one message that can wait may
 * probe it.
 */
export const STANDINGS = ["no codes", "failing", "asks"] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * The health of a carrier in this process. `reason` is null or contains no secrets. A carrier whose links
 * another process holds accepts no messages here, and that process reports if the carrier is down. `standing`
 * is unset if nothing is wrong, or if this process cannot judge the carrier.
 */
export type Health = { isUp: boolean; reason: string | null; standing?: Standing };

/** The simulator's number in the queue. Other carriers have the id of their row. */
export const SIMULATOR_ID = 0;

/** The messages with an unknown outcome that are submitted again: all but marketing, all, or none. */
export const RESEND_UNKNOWN = ["byClass", "always", "never"] as const;

/**
 * The handling of a message with an unknown outcome. `holdMs` is the time that it is held; unset: 2 minutes,
 * or 20 seconds for a one-time code. `resend` tells if it is submitted again or given up afterwards; unset:
 * according to its class.
 */
export type UnknownTerms = { holdMs?: number | undefined; resend?: (typeof RESEND_UNKNOWN)[number] };

/** A way into a mobile network. */
export type Carrier = {
  /** The number that queue rows refer to. */
  readonly id: number;
  readonly name: string;
  /**
   * The longest time that the carrier may take to answer for a message. After it the outcome is `unknown`.
   * Unset: 20 seconds.
   */
  readonly answerTimeoutMs?: number;
  /**
   * True if the carrier treats a second submission of an id as the first. Unanswered messages are then
   * submitted again at once (rules: possible duplicates).
   */
  readonly isIdempotent?: boolean;
  readonly ifUnknown?: UnknownTerms;
  /** True if the carrier only gets messages that it already has in part, or may have. */
  readonly isDraining?: boolean;
  /**
   * The name under which this process holds the carrier's links, if they are open in only one process at a
   * time.
   */
  readonly linkOwner?: string | undefined;
  /**
   * Returns the number of messages that the carrier would accept now; 0 while its links are down. The carrier
   * reports new room after `start`.
   */
  room(): number;
  /**
   * Returns the amount of room that justifies an immediate claim. Smaller amounts are reported after a
   * moment. Unset: any amount.
   */
  enoughRoom?(): number;
  /**
   * Submits messages, at most as many as there is room for, and settles each once. After an exception the
   * outcome of unsettled messages is unknown.
   */
  submit(batch: readonly Outgoing[], settle: Settle, now: Date): void;
  health(): Health;
  /** Opens the links, and reports events to `events` from then on. */
  start?(events: CarrierEvents): Promise<void>;
  /** Closes the links, and waits until `by` for answers to messages in flight. */
  stop?(by: Date): Promise<void>;
  /** Reads a webhook from a network. Returns null if its signature is missing or invalid. */
  takeWebhook?(kind: WebhookKind, webhook: CarrierWebhook): WebhookNews | null;
  /** Returns waiting reports, for carriers that must be polled. */
  takeReports?(now: Date): Promise<ReportBatch>;
};
