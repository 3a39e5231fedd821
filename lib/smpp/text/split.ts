import { numberTlv, TAGS, type Tlv } from "@/lib/smpp/pdu/tlv";
import { endsClearly, toSeptets } from "@/lib/smpp/text/gsm";
import { encodeOctets, isPacked, type WritingTerms } from "@/lib/smpp/text/text";
import { writeConcatenation } from "@/lib/smpp/text/udh";
import type { Encoding } from "@/lib/sms/text/encoding";
import { trimToSeptets } from "@/lib/sms/text/segments";

/** The forms of a long message on a link: a user data header of 8 or 16 bits, `sar_*` parameters, or one payload. */
export const LONG_MESSAGES = ["udh8", "udh16", "sar", "payload"] as const;
export type LongMessages = (typeof LONG_MESSAGES)[number];

/** The bit of `esm_class` for a text that begins with a user data header. */
export const UDH_INDICATOR = 0x40;

/** Septets of a part beside a header with an 8-bit reference, and of a part without a header. */
const PART_SEPTETS = 153;
const UDH8_OCTETS = 6;
const UDH16_OCTETS = 7;

/** Septets and 16-bit units beside a header with a 16-bit reference, which is one octet longer. */
const UDH16_SEPTETS = 152;
const UDH16_UNITS = 66;

/** The message's data in one `submit_sm`. */
export type WirePart = { esmClass: number; dataCoding: number; shortMessage: Buffer; tlvs: readonly Tlv[] };

/** The form of a message's parts. `reference` is the same for all parts of a message, and at each attempt. */
export type SplitTerms = Omit<WritingTerms, "headerOctets"> & {
  longMessages: LongMessages;
  reference: number;
  /** The `user_message_reference` of a message of one part; null or undefined for none. */
  userReference?: number | null;
};

/**
 * Returns the parts of a message as they are submitted.
 * @param parts the texts of the parts, as they are billed (rules: segments). Headers of 16 bits leave less room, so
 * there may be more parts on the wire. A payload is always one part.
 */
export function toWireParts(parts: readonly string[], terms: SplitTerms): WirePart[] {
  const text = parts.join("");
  if (parts.length === 1) {
    const { userReference = null } = terms;
    const tlvs = userReference === null ? [] : [numberTlv(TAGS.userMessageReference, userReference, 2)];
    return [wirePart(text, terms, { esmClass: 0, tlvs })];
  }
  switch (terms.longMessages) {
    case "payload": {
      const { octets, dataCoding } = encodeOctets(text, terms);
      const tlvs = [{ tag: TAGS.messagePayload, value: octets }];
      return [{ esmClass: 0, dataCoding, shortMessage: Buffer.alloc(0), tlvs }];
    }
    case "sar":
      return packedOr(parts, terms, { septets: PART_SEPTETS, headerOctets: 0 }).map(
        (part, index, { length }) =>
          wirePart(part, terms, {
            esmClass: 0,
            tlvs: [
              numberTlv(TAGS.sarReference, terms.reference & 0xffff, 2),
              numberTlv(TAGS.sarTotal, length, 1),
              numberTlv(TAGS.sarNumber, index + 1, 1),
            ],
          }),
      );
    case "udh8":
      return withHeaders(
        packedOr(parts, terms, { septets: PART_SEPTETS, headerOctets: UDH8_OCTETS }),
        terms,
        8,
      );
    case "udh16": {
      const narrower = splitNarrower(text, terms.encoding);
      const place = { septets: UDH16_SEPTETS, headerOctets: UDH16_OCTETS };
      return withHeaders(packedOr(narrower, terms, place), terms, 16);
    }
  }
}

/**
 * Returns the same parts, but packed septets need no padding before the last part. A part before an escaped character
 * is a septet shorter, and a phone would show its padding in the middle of the text.
 */
function packedOr(
  parts: readonly string[],
  terms: SplitTerms,
  { septets, headerOctets }: { septets: number; headerOctets: number },
): readonly string[] {
  if (!isPacked(terms)) return parts;
  const text = parts.join("");
  const packed: string[] = [];
  for (let start = 0; start < text.length; ) {
    let part = trimToSeptets(text.slice(start, start + septets), septets);
    if (start + part.length < text.length)
      while (!endsClearly(toSeptets(part), headerOctets)) part = part.slice(0, -1);
    packed.push(part);
    start += part.length;
  }
  return packed;
}

function withHeaders(parts: readonly string[], terms: SplitTerms, bits: 8 | 16): WirePart[] {
  return parts.map((part, index) => {
    const place = { reference: terms.reference, bits, total: parts.length, number: index + 1 };
    return wirePart(part, terms, { esmClass: UDH_INDICATOR, header: writeConcatenation(place) });
  });
}

function wirePart(
  text: string,
  terms: SplitTerms,
  { esmClass, header = Buffer.alloc(0), tlvs = [] }: { esmClass: number; header?: Buffer; tlvs?: Tlv[] },
): WirePart {
  const { octets, dataCoding } = encodeOctets(text, { ...terms, headerOctets: header.length });
  return { esmClass, dataCoding, shortMessage: Buffer.concat([header, octets]), tlvs };
}

function splitNarrower(text: string, encoding: Encoding): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const part =
      encoding === "GSM-7"
        ? trimToSeptets(text.slice(start, start + UDH16_SEPTETS), UDH16_SEPTETS)
        : wholeCharacters(text.slice(start, start + UDH16_UNITS));
    parts.push(part);
    start += part.length;
  }
  return parts;
}

/** Returns a text without the first half of a surrogate pair at its end. */
function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\ud800-\udbff]$/, "");
}
