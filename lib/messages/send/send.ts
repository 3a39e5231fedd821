import type { MergeField } from "@/lib/contracts/base/merge-fields";
import { MAX_MESSAGE_LENGTH } from "@/lib/contracts/base/parameters";
import type { SendRequest, SendResponse } from "@/lib/contracts/gateway/send";
import { GatewayError } from "@/lib/errors";
import type { Item } from "@/lib/messages/accept/submission";
import { type MergedText, mergedTexts } from "@/lib/messages/merge/merged-texts";
import type { Draft } from "@/lib/messages/send/draft";
import type { RepeatKey } from "@/lib/messages/send/idempotency";
import { type Recipient, readRecipient, readRecipients } from "@/lib/messages/send/recipients";
import type { SendContext } from "@/lib/messages/send/send-context";
import { type BulkSent, bulkResponse } from "@/lib/messages/send/send-response";
import { sendTimeOf } from "@/lib/messages/send/send-time";
import type { FormTerms } from "@/lib/messages/send/sent-form";
import { type SendResult, submit } from "@/lib/messages/send/submit";
import type { DeliveryWindow } from "@/lib/sms/delivery-window";
import { encodeText } from "@/lib/sms/text/encoding";
import { partsAllowed, trimToParts } from "@/lib/sms/text/segments";

/**
 * Sends a text to one recipient or to many (rules: send request, bulk send, unicode). It checks the request,
 * builds the text as it is sent, and submits it. In the sandbox it only tells what would happen.
 * @param idempotencyKey makes a repeat of the same request give the first response again; null for none.
 * @param repeated what a repeat has to be the same as; the request itself, unless its recipients follow from something else.
 * @param form what the form says that it came from.
 * @throws GatewayError 400, 403 or 409, with the codes that its operation declares.
 */
export async function send(
  context: SendContext,
  request: MergedRequest,
  idempotencyKey: RepeatKey,
  { repeated = request, form }: { repeated?: unknown; form?: FormTerms } = {},
): Promise<SendResult<SendResponse | BulkSent>> {
  const isBulk = Array.isArray(request.to);
  const recipients = Array.isArray(request.to)
    ? await readRecipients(request.to, context.rules.maxRecipients)
    : [readRecipient(request.to)];
  const draft = request.fields
    ? await mergedDraft(request, request.fields, recipients)
    : toDraft(request, recipients);
  draft.form = form;
  const asked = { sandbox: request.sandbox, idempotencyKey, request: repeated };
  return submit<SendResponse | BulkSent>(context, draft, asked, (entry, items) =>
    isBulk ? bulkResponse(recipients, items, entry) : entry(items[0] as Item),
  );
}

/**
 * A send request of the Members Area: with fields, each recipient has a text of its own (rules: merge fields), and `sendAt`
 * may be by each recipient's own clock (rules: recipient time); it may go out in a window alone (rules: delivery windows).
 */
export type MergedRequest = SendRequest & {
  fields?: readonly MergeField[] | undefined;
  localTime?: boolean;
  window?: DeliveryWindow | undefined;
};

async function mergedDraft(
  request: MergedRequest,
  fields: readonly MergeField[],
  recipients: readonly Recipient[],
): Promise<Draft> {
  const { body, unicode } = request;
  const merged = await mergedTexts(body, { fields, unicode }, recipients);
  // Without a recipient that can be addressed there is no message, and no text is needed.
  const first: MergedText = merged[0] ?? { text: "", encoding: unicode ? "UCS-2" : "GSM-7", parts: 1 };
  return draftOf(request, recipients, { ...first, truncated: false, merged });
}

/** What a cut leaves of a character at the end of a text. */
const HALF = /[\ud800-\udbff]$/;

function toDraft(request: MergedRequest, recipients: readonly Recipient[]): Draft {
  const hasMore = request.body.length > MAX_MESSAGE_LENGTH;
  const body = hasMore ? request.body.slice(0, MAX_MESSAGE_LENGTH).replace(HALF, "") : request.body;
  const { text: encoded, encoding } = encodeText(body, request.unicode);
  const allowed = partsAllowed(request.fragmentationLimit);
  const { text, parts, truncated } = trimToParts(encoded, encoding, allowed);
  // Invisible characters are dropped from a text; it may have had no others.
  if (text === "")
    throw new GatewayError("invalid_parameter", "Parameter 'body' has no characters that can be sent.");
  return draftOf(request, recipients, {
    text,
    encoding,
    parts,
    // What is not looked at is trimmed too, even where characters that nobody sees have left room for it.
    truncated: truncated || hasMore,
    merged: undefined,
  });
}

/** Makes a draft as one literal: an object built by spreads takes up to twenty times the memory. */
function draftOf(
  request: MergedRequest,
  recipients: readonly Recipient[],
  text: Pick<Draft, "text" | "encoding" | "parts" | "truncated" | "merged">,
): Draft {
  const { sendAt, timeParameter } = sendTimeOf(request);
  return {
    sendType: "sms",
    messageClass: request.messageClass,
    recipients,
    text: text.text,
    maskedText: null,
    encoding: text.encoding,
    parts: text.parts,
    truncated: text.truncated,
    merged: text.merged,
    linkText: text.text,
    from: request.from,
    kind: "standard",
    customerMessageId: request.messageId ?? null,
    rateCode: request.rateCode ?? null,
    billedRateCode: request.rateCode ?? null,
    validityMinutes: request.validityMinutes,
    sendAt,
    timeParameter,
    localTime: request.localTime ?? false,
    window: request.window,
    form: undefined,
  };
}
