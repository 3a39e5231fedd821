import { createHash } from "node:crypto";
import { type Outgoing, userReferenceOf } from "@/lib/carriers/carrier";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import type { Fields } from "@/lib/smpp/pdu/layouts";
import { formatInstant, formatPeriod } from "@/lib/smpp/pdu/time";
import { type LongMessages, toWireParts, type WirePart } from "@/lib/smpp/text/split";

const MAX_SHORTCODE_DIGITS = 8;

/** How a message is written of which the network has parts that were written in another manner. */
const OTHER_MANNERS = ["udh8", "udh16"] as const satisfies LongMessages[];

/**
 * The parts of a message as they are submitted. The reference that holds them together is made of the message's id: the
 * same at each attempt. Each has the optional parameters of the settings. Where a link allows none, a long message has
 * user data headers, and a short one no reference. One that the network has in part is as many parts as it was, so that
 * what is left of it is no other text: settings and links may have changed (rules: smpp submissions).
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

/** The usual parts; of a message that was begun as another number of them, those of another manner that are as many. */
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

/**
 * The mandatory fields that a part is submitted with (rules: sender addresses); `now` is what its validity counts from.
 */
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
