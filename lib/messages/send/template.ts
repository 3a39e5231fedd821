import type { SendResponse } from "@/lib/contracts/gateway/send";
import { GatewayError } from "@/lib/errors";
import type { Draft } from "@/lib/messages/send/draft";
import { readRecipient } from "@/lib/messages/send/recipients";
import { MAX_PARTS, trimToParts } from "@/lib/sms/text/segments";

/** What every template is given (rules: one-time codes, reminders). */
export type TemplateRequest = { to: string; from?: string | undefined; rateCode?: string | undefined };

/** The suffix that a rate code is billed with, and alone what a send without one is billed as (rules: rate codes). */
const BILLED_AS = { otp: "OTP", appointment: "APPT" } as const;

/**
 * A draft of a template: one recipient, the template price and sender, transactional.
 * @param text encoded as GSM-7; `linkText` what of it is looked at for links.
 * @throws GatewayError `invalid_recipient`, or `invalid_parameter` for a text of more than 11 parts (rules: trimming).
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
    rateCode: request.rateCode ?? null,
    billedRateCode: request.rateCode === undefined ? suffix : `${request.rateCode}-${suffix}`,
  };
}

/** An entry without what the responses to templates do not tell (rules: send response). */
export function withoutRoute(entry: SendResponse): Omit<SendResponse, "route" | "porting" | "truncated"> {
  const { route: _route, porting: _porting, truncated: _truncated, ...rest } = entry;
  return rest;
}

/**
 * Refuses a company of which nothing would be seen.
 * @param encoded the company as it would be sent.
 * @throws GatewayError `invalid_parameter`.
 */
export function requireCompany(encoded: string): void {
  if (encoded.trim() !== "") return;
  throw new GatewayError("invalid_parameter", "Parameter 'msgCompany' has nothing that can be sent.");
}
