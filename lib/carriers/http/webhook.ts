import { type CarrierReport, type UnreadableNews, userReferenceOf } from "@/lib/carriers/carrier";
import type { DeclaredApi, InboundForm, ReportForm, WebhookPlace } from "@/lib/carriers/http/declared-api";
import type { HttpSettings } from "@/lib/carriers/http/settings";
import { isSigned } from "@/lib/carriers/http/signature";
import { WebhookValues } from "@/lib/carriers/http/webhook-values";
import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { CarrierWebhook, WebhookKind, WebhookNews } from "@/lib/carriers/webhook";
import { log } from "@/lib/log";
import { decodeUtf16 } from "@/lib/smpp/text/text";
import { writtenDigits } from "@/lib/sms/numbers/written-forms";
import { toGsm7 } from "@/lib/sms/text/encoding";
import { maskedRaw, rawText, withUnknownStatus } from "@/lib/sms/text/raw-text";
import { readWrittenTime } from "@/lib/sms/written-time";

/** The most characters that are kept of a message's reference, and of an error. */
const MAX_REFERENCE_LENGTH = 200;
const MAX_ERROR_LENGTH = 64;

const UCS2 = "2";
const NOTHING: WebhookNews = { reports: [], inbound: [] };

/** The carrier of a webhook. `callbackUrl` is the address at which the provider reaches the gateway. */
export type WebhookTerms = { settings: HttpSettings; name: string; callbackUrl: string | null };

/**
 * Returns the news in a webhook (rules: http webhooks). Never throws. A signed but unreadable webhook is
 * acknowledged and logged, because the provider would deliver it again forever.
 * @returns null if the webhook's signature is missing or invalid.
 */
export function readWebhook(
  kind: WebhookKind,
  webhook: CarrierWebhook,
  { settings, name, callbackUrl }: WebhookTerms,
): WebhookNews | null {
  const { api } = settings;
  const values = new WebhookValues(webhook);
  if (!isSigned(api.signature, { webhook, values, settings, callbackUrl })) return null;
  const form = api[kind];
  if (form?.when && !form.when.isOneOf.includes(values.at(form.when.at) ?? "")) return NOTHING;
  const news = newsOf(api, kind, values, webhook.receivedAt);
  if (news !== null) return news;
  log().error(
    { carrier: name, kind },
    "a webhook could not be read: it was acknowledged and stored unchanged",
  );
  return { ...NOTHING, unreadable: [unreadable(api, kind, values, webhook.receivedAt)] };
}

/** Returns the news; null if the webhook cannot be read, or its kind is not declared. */
function newsOf(api: DeclaredApi, kind: WebhookKind, values: WebhookValues, at: Date): WebhookNews | null {
  if (kind === "report") return api.report ? reportOf(api, api.report, values, at) : null;
  return api.inbound ? inboundOf(api.inbound, values, at) : null;
}

/**
 * Returns an unreadable webhook as text. The text of an incoming message is kept, because no person has read
 * it. The text of a reported message is cut (rules: unreadable reports).
 */
function unreadable(api: DeclaredApi, kind: WebhookKind, values: WebhookValues, at: Date): UnreadableNews {
  const isReport = kind === "report";
  const msisdn = handsetAt(isReport ? api.report?.msisdn : api.inbound?.from, values);
  return { kind, msisdn, raw: isReport ? rawText(values.raw()) : maskedRaw(values.raw()), receivedAt: at };
}

/** Returns the report; null if it cannot be read. A report with an undeclared status changes nothing. */
function reportOf(api: DeclaredApi, form: ReportForm, values: WebhookValues, at: Date): WebhookNews | null {
  const reference = values.at(form.reference)?.slice(0, MAX_REFERENCE_LENGTH) ?? null;
  const status = values.at(form.status);
  if (reference === null || status === null) return null;
  const known = codeOf(form.statuses, status);
  if (known === null) return NOTHING;
  if (known === undefined) {
    const news = unreadable(api, "report", values, at);
    return { ...NOTHING, unreadable: [{ ...news, raw: withUnknownStatus(status, news.raw) }] };
  }
  const error = form.error ? (values.at(form.error)?.slice(0, MAX_ERROR_LENGTH) ?? null) : null;
  const part = (form.part && values.at(form.part)) ?? "";
  const report: CarrierReport = {
    reference,
    code: known,
    errorCode: error,
    key: [reference, status.slice(0, MAX_ERROR_LENGTH), error ?? "", part.slice(0, MAX_ERROR_LENGTH)].join(
      "/",
    ),
    reportedAt: timeOf(form.time && values.at(form.time), at),
    receivedAt: at,
    msisdn: handsetAt(form.msisdn, values),
    userReference: userReferenceAt(values),
  };
  return { reports: [report], inbound: [] };
}

/** Returns the report code of a status, in any letter case; undefined for an undeclared status. */
function codeOf(statuses: ReportForm["statuses"], status: string): number | null | undefined {
  if (Object.hasOwn(statuses, status)) return statuses[status];
  const plain = status.trim().toLowerCase();
  return Object.entries(statuses).find(([word]) => word.toLowerCase() === plain)?.[1];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the `userReferenceOf` the message, whose id the gateway put into the report's address. */
function userReferenceAt(values: WebhookValues): number | null {
  const id = values.ofAddress("id");
  return id !== null && ID.test(id) ? userReferenceOf(id) : null;
}

/** Returns the handset at a place; null if there is none. */
function handsetAt(place: WebhookPlace | undefined, values: WebhookValues): string | null {
  return writtenDigits((place && values.at(place)) ?? "");
}

/** Returns the incoming message; null if it cannot be read. */
function inboundOf(form: InboundForm, values: WebhookValues, at: Date): WebhookNews | null {
  const reference = values.at(form.reference)?.slice(0, MAX_REFERENCE_LENGTH) ?? null;
  const [from, to] = [values.at(form.from), values.at(form.to)];
  if (reference === null || from === null || to === null) return null;
  const body = textOf(form, values);
  const message: CarrierInbound = {
    reference,
    from,
    to,
    body,
    network: null,
    encoding: toGsm7(body) === body ? "GSM-7" : "UCS-2",
    receivedAt: timeOf(form.time && values.at(form.time), at),
  };
  return { reports: [], inbound: [message] };
}

/** Returns the text of a message, which may be empty. A byte order mark is dropped. */
function textOf({ text, coding }: InboundForm, values: WebhookValues): string {
  if (typeof text !== "string" || coding === undefined || values.at(coding) !== UCS2)
    return (values.at(text) ?? "").replace(/^\ufeff/, "");
  return decodeUtf16(values.octetsAt(text));
}

/**
 * Returns the provider's time, in UTC if it names no zone. It returns the webhook's time if the provider's is
 * implausible.
 */
function timeOf(given: string | null | undefined, at: Date): Date {
  return readWrittenTime(given ?? "", "UTC", at) ?? at;
}
