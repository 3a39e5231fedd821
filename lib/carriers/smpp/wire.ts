import { createHash } from "node:crypto";
import { type Outgoing, userReferenceOf } from "@/lib/carriers/carrier";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import type { Fields } from "@/lib/smpp/pdu/layouts";
import { formatInstant, formatPeriod } from "@/lib/smpp/pdu/time";
import { toWireParts, type WirePart } from "@/lib/smpp/text/split";

const MAX_SHORTCODE_DIGITS = 8;

/**
 * The parts of a message as they are submitted. The reference that holds them together is made of the message's id: the
 * same at each attempt. Each has the optional parameters of the settings. Where a link allows none, a long message has
 * user data headers, and a short one no reference.
 */
export function wirePartsOf(message: Outgoing, settings: SmppSettings, allowsTlvs: boolean): WirePart[] {
  const { longMessages, userMessageReference, optionalParameters } = settings;
  const { alphabet, textCoding, unicodeCoding } = settings;
  const reference = createHash("sha256").update(message.id).digest().readUInt16BE(0);
  const needsTlvs = longMessages === "sar" || longMessages === "payload";
  const parts = toWireParts(message.parts, {
    ...{ encoding: message.encoding, alphabet, textCoding, unicodeCoding, reference },
    longMessages: needsTlvs && !allowsTlvs ? "udh8" : longMessages,
    userReference: allowsTlvs && userMessageReference ? userReferenceOf(message.id) : null,
  });
  if (!allowsTlvs || optionalParameters.length === 0) return parts;
  return parts.map((part) => ({ ...part, tlvs: [...part.tlvs, ...optionalParameters] }));
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
