import type { SendResponse } from "@/lib/contracts/gateway/send";
import { GatewayError } from "@/lib/errors";
import type { Draft } from "@/lib/messages/send/draft";
import { readRecipient } from "@/lib/messages/send/recipients";
import { sendTimeOf } from "@/lib/messages/send/send-time";
import { MAX_PARTS, trimToParts } from "@/lib/sms/text/segments";

/** The parameters of every template (rules: one-time codes, reminders). */
export type TemplateRequest = {
  to: string;
  from?: string | undefined;
  rateCode?: string | undefined;
  sendAt?: Date | undefined;
  schedule?: Date | undefined;
};

/** The suffix of the billed rate code. It is the whole code of a send without one (rules: rate codes). */
const BILLED_AS = { otp: "OTP", appointment: "APPT" } as const;

/**
 * Returns a draft of a template: one recipient, the template price and sender, transactional.
 * @param texts the texts, encoded as GSM-7. `linkText` is searched for links.
 * @throws GatewayError `invalid_recipient`, or `invalid_parameter` for a text of more than 11 parts
 * (rules: trimming).
 */
export function templateDraft(
  sendType: "otp" | "appointment",
  request: TemplateRequest,
  texts: Pick<Draft, "text" | "maskedText" | "linkText">,
): Draft {
  const { parts, truncated } = trimToParts(texts.text, "GSM-7", MAX_PARTS);
  if (truncated) {
    throw new GatewayError("invalid_parameter", `The message would be longer than ${MAX_PARTS} parts.`);
  }
  const suffix = BILLED_AS[sendType];
  return {
    sendType,
    messageClass: "transactional",
    recipients: [readRecipient(request.to)],
    ...texts,
    encoding: "GSM-7",
    parts,
    truncated,
    from: request.from,
    kind: "template",
    customerMessageId: null,
    ...sendTimeOf(request),
    rateCode: request.rateCode ?? null,
    billedRateCode: request.rateCode === undefined ? suffix : `${request.rateCode}-${suffix}`,
  };
}

/** Returns an entry without the properties that responses to templates omit (rules: send response). */
export function withoutRoute(entry: SendResponse): Omit<SendResponse, "route" | "porting" | "truncated"> {
  const { route: _route, porting: _porting, truncated: _truncated, ...rest } = entry;
  return rest;
}

/**
 * Rejects a company without a visible character.
 * @param encoded the company as it would be sent.
 * @throws GatewayError `invalid_parameter`.
 */
export function requireCompany(encoded: string): void {
  if (encoded.trim() !== "") return;
  throw new GatewayError("invalid_parameter", "Parameter 'msgCompany' has no characters that can be sent.");
}
