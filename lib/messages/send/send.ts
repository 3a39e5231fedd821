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
 * Sends a text to one recipient or to many (rules: send request, bulk send, unicode). It checks the request, builds
 * the text as it is sent, and submits it. In the sandbox it only returns the expected result.
 * @param idempotencyKey the key by which a repeat of the same request gets the first response; null for none.
 * @param repeated the value that a repeat must equal. It is the request itself, unless its recipients are read from
 * lists.
 * @param form the values of the form that the request came from.
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
 * A send request of the Members Area. With fields, each recipient has a different text (rules: merge fields).
 * `sendAt` may be the time of each recipient's own clock (rules: recipient time). A delivery window may limit the
 * times (rules: delivery windows).
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
  // Without an addressable recipient there is no message, and no text is needed.
  const first: MergedText = merged[0] ?? { text: "", encoding: unicode ? "UCS-2" : "GSM-7", parts: 1 };
  return draftOf(request, recipients, { ...first, truncated: false, merged });
}

/** The half of a character that a cut leaves at the end of a text. */
const HALF = /[\ud800-\udbff]$/;

function toDraft(request: MergedRequest, recipients: readonly Recipient[]): Draft {
  const hasMore = request.body.length > MAX_MESSAGE_LENGTH;
  const body = hasMore ? request.body.slice(0, MAX_MESSAGE_LENGTH).replace(HALF, "") : request.body;
  const { text: encoded, encoding } = encodeText(body, request.unicode);
  const allowed = partsAllowed(request.fragmentationLimit);
  const { text, parts, truncated } = trimToParts(encoded, encoding, allowed);
  // Invisible characters are removed from a text, which may have had no others.
  if (text === "")
    throw new GatewayError("invalid_parameter", "Parameter 'body' has no characters that can be sent.");
  return draftOf(request, recipients, {
    text,
    encoding,
    parts,
    // The part beyond the limit counts as trimmed, even if removed invisible characters left room for it.
    truncated: truncated || hasMore,
    merged: undefined,
  });
}

/** Builds a draft as one literal: an object built by spreads takes up to twenty times the memory. */
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
