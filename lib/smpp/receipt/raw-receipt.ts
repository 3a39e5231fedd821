import { TAGS, type Tlv } from "@/lib/smpp/pdu/tlv";
import { bodyOf, type Delivery } from "@/lib/smpp/receipt/receipt";
import { type Alphabet, charsetOf, decodeText } from "@/lib/smpp/text/text";
import { rawText } from "@/lib/sms/text/raw-text";

/** The shown part of a receipt: of its text, of each parameter, and the number of parameters. */
const MAX_TEXT_OCTETS = 600;
const MAX_VALUE_OCTETS = 32;
const MAX_PARAMETERS = 10;

/**
 * The parameters of receipts. Only the length of other parameters is shown, because they may repeat the message's
 * text.
 */
const SHOWN: ReadonlySet<number> = new Set([
  TAGS.receiptedMessageId,
  TAGS.messageState,
  TAGS.networkErrorCode,
  TAGS.userMessageReference,
]);

/**
 * Returns a receipt in one line: its kind, its parameters and its text. It omits the message's own text and masks
 * possible one-time codes. The line shows an operator the format of a network. It is bounded. Never throws.
 */
export function rawReceipt(delivery: Delivery, alphabet: Alphabet): string {
  const { esmClass, dataCoding } = delivery.fields;
  const parameters = delivery.tlvs.slice(0, MAX_PARAMETERS).map(shown).join(" ");
  const kind = `esm_class=${hex(esmClass, 2)} data_coding=${hex(dataCoding, 2)}`;
  return `${kind} ${parameters}${parameters && " "}short_message=${rawText(textOf(delivery, alphabet))}`;
}

function textOf(delivery: Delivery, alphabet: Alphabet): string {
  const { body, headerOctets, tables } = bodyOf(delivery);
  const octets = body.subarray(0, MAX_TEXT_OCTETS);
  const { dataCoding } = delivery.fields;
  // Some SMSCs label ASCII as UCS-2. Without the NULs, both are readable.
  if (charsetOf(dataCoding) === "ucs2") return octets.toString("latin1").replaceAll("\0", "");
  return decodeText(octets, { dataCoding, alphabet, tables, headerOctets });
}

function shown({ tag, value }: Tlv): string {
  if (!SHOWN.has(tag)) return `${hex(tag, 4)}(${value.length})`;
  return `${hex(tag, 4)}=${value.toString("hex", 0, MAX_VALUE_OCTETS)}`;
}

function hex(value: number, digits: number): string {
  return `0x${value.toString(16).toUpperCase().padStart(digits, "0")}`;
}
