import type { Submission } from "@/lib/messages/accept/submission";
import type { Recipient } from "@/lib/messages/send/recipients";
import type { Encoding } from "@/lib/sms/text/encoding";

/** A text and where it is to go, before it is priced, given a sender and accepted. */
export type Draft = Pick<
  Submission,
  "sendType" | "messageClass" | "parts" | "customerMessageId" | "rateCode" | "billedRateCode"
> & {
  recipients: readonly Recipient[];
  /** The text as it goes out: encoded and trimmed. */
  text: string;
  /** Where the text carries a one-time code, the text that may be kept; null: it is the text itself. */
  maskedText: string | null;
  encoding: Encoding;
  truncated: boolean;
  /** What of the text is looked at for links. */
  linkText: string;
  /** The sender asked for. */
  from: string | undefined;
  /** Which price it has, and which sender when none is asked for. */
  kind: "standard" | "template";
};
