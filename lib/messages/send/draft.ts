import type { Submission } from "@/lib/messages/accept/submission";
import type { MergedText } from "@/lib/messages/merge/merged-texts";
import type { Recipient } from "@/lib/messages/send/recipients";
import type { FormTerms } from "@/lib/messages/send/sent-form";
import type { DeliveryWindow } from "@/lib/sms/delivery-window";
import type { Encoding } from "@/lib/sms/text/encoding";

/** A text and its recipients, before it has a sender and a price. */
export type Draft = Pick<
  Submission,
  "sendType" | "messageClass" | "parts" | "customerMessageId" | "rateCode" | "billedRateCode"
> & {
  recipients: readonly Recipient[];
  /** The text as it is sent: encoded and trimmed. */
  text: string;
  /** The text that may be stored, for a text with a one-time code; null for any other text. */
  maskedText: string | null;
  encoding: Encoding;
  truncated: boolean;
  /** The texts of the recipients with a number, in their order, if the texts differ; otherwise undefined. */
  merged?: readonly MergedText[] | undefined;
  /** The part of the text that is searched for links. */
  linkText: string;
  /** The requested sender. */
  from: string | undefined;
  /** The minutes in which it may be handed over; undefined for the default of the settings. */
  validityMinutes?: number | undefined;
  /** The requested time of sending; undefined for an immediate send. */
  sendAt?: Date | undefined;
  /** The request parameter with the time, which errors name. */
  timeParameter?: "sendAt" | "schedule";
  /** The time is that of each recipient's own clock. */
  localTime?: boolean;
  /** The hours and days in which its messages may be sent; undefined for any. */
  window?: DeliveryWindow | undefined;
  /** The values of its form; undefined without a form. */
  form?: FormTerms | undefined;
  /** The kind of its price and of its default sender. */
  kind: "standard" | "template";
};
