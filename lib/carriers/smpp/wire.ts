import { createHash } from "node:crypto";
import { type Outgoing, userReferenceOf } from "@/lib/carriers/carrier";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import type { Fields } from "@/lib/smpp/pdu/layouts";
import { formatInstant, formatPeriod } from "@/lib/smpp/pdu/time";
import { type LongMessages, toWireParts, type WirePart } from "@/lib/smpp/text/split";

const MAX_SHORTCODE_DIGITS = 8;

/** The other forms to try for a message whose earlier parts were written in another form. */
const OTHER_MANNERS = ["udh8", "udh16"] as const satisfies LongMessages[];

/**
 * Returns the parts of a message in their submitted form. The reference that joins them derives from the
 * message's id, so each attempt uses the same. Each part has the optional parameters of the settings. If a
 * link allows none, a long message has user data headers, and a short one has no reference. A message that
 * the network has in part keeps its number of parts, even if settings or links changed. Otherwise the
 * remaining parts would contain other text (rules: smpp submissions).
 */
export function wirePartsOf(message: Outgoing, settings: SmppSettings, allowsTlvs: boolean): WirePart[] {
  const { longMessages, optionalParameters } = settings;
  const needsTlvs = longMessages === "sar" || longMessages === "payload";
  const usual = needsTlvs && !allowsTlvs ? "udh8" : longMessages;
  const written = (manner: LongMessages) => writtenAs(manner, message, settings, allowsTlvs);
  const parts = begunOr(message, written(usual), () => OTHER_MANNERS.map(written));
  if (!allowsTlvs || optionalParameters.length === 0) return parts;
  return parts.map((part) => ({ ...part, tlvs: [...part.tlvs, ...optionalParameters] }));
}

/**
 * Returns the usual parts. If the message was begun with another number of parts, returns the parts of a form
 * with that number.
 */
function begunOr(
  { already, parts }: Outgoing,
  usual: WirePart[],
  others: () => readonly WirePart[][],
): WirePart[] {
  const [first] = already;
  const count = first && (first.partCount ?? parts.length);
  if (count === undefined || count === usual.length) return usual;
  return others().find(({ length }) => length === count) ?? usual;
}

function writtenAs(
  longMessages: LongMessages,
  message: Outgoing,
  { userMessageReference, alphabet, textCoding, unicodeCoding }: SmppSettings,
  allowsTlvs: boolean,
): WirePart[] {
  const reference = createHash("sha256").update(message.id).digest().readUInt16BE(0);
  return toWireParts(message.parts, {
    encoding: message.encoding,
    alphabet,
    textCoding,
    unicodeCoding,
    reference,
    longMessages,
    userReference: allowsTlvs && userMessageReference ? userReferenceOf(message.id) : null,
  });
}

/** Returns the mandatory fields of a part (rules: sender addresses). `now` is the start of its validity. */
export function submitFields(
  message: Outgoing,
  part: WirePart,
  settings: SmppSettings,
  now: Date,
): Fields<"submit_sm"> {
  const { source, ton, npi } = message.from ?? { source: message.sender, ton: null, npi: null };
  const usual = settings[kindOfSender(source)];
  return {
    serviceType: settings.serviceType,
    sourceTon: ton ?? usual.ton,
    sourceNpi: npi ?? usual.npi,
    source,
    destinationTon: settings.destination.ton,
    destinationNpi: settings.destination.npi,
    destination: message.msisdn,
    esmClass: settings.esmClass | part.esmClass,
    protocolId: settings.protocolId,
    priority: settings.priority,
    scheduleAt: "",
    validity: validityOf(message.validUntil, settings.validity, now),
    registeredDelivery: settings.registeredDelivery,
    replaceIfPresent: 0,
    dataCoding: part.dataCoding,
    defaultMessageId: 0,
    shortMessage: part.shortMessage,
  };
}

function kindOfSender(sender: string): "shortcode" | "longNumber" | "alphanumeric" {
  if (!/^\d+$/.test(sender)) return "alphanumeric";
  return sender.length <= MAX_SHORTCODE_DIGITS ? "shortcode" : "longNumber";
}

function validityOf(until: Date, manner: SmppSettings["validity"], now: Date): string {
  if (manner === "none") return "";
  return manner === "absolute" ? formatInstant(until) : formatPeriod(until.getTime() - now.getTime());
}
