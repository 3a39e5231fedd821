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
  /** The text as it goes out: encoded and trimmed. */
  text: string;
  /** For a text with a one-time code, the text that may be stored; null for any other text. */
  maskedText: string | null;
  encoding: Encoding;
  truncated: boolean;
  /** The texts of the recipients that have a number, in their order, where these differ; undefined where they are one. */
  merged?: readonly MergedText[] | undefined;
  /** The part of the text that is searched for links. */
  linkText: string;
  /** The sender asked for. */
  from: string | undefined;
  /** How long it is worth handing over; undefined where the settings say. */
  validityMinutes?: number | undefined;
  /** When it is to be sent; undefined for at once. */
  sendAt?: Date | undefined;
  /** The request parameter with the time, which errors name. */
  timeParameter?: "sendAt" | "schedule";
  /** Whether each recipient gets it when the own clock shows what New Zealand's shows then. */
  localTime?: boolean;
  /** Between which hours and on which days its messages may go out; undefined for any. */
  window?: DeliveryWindow | undefined;
  /** What its form says; undefined where it came from none. */
  form?: FormTerms | undefined;
  /** Which price it has, and which default sender. */
  kind: "standard" | "template";
};
