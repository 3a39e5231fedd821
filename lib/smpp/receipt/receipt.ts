import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { readStamp, type StampZone } from "@/lib/smpp/pdu/time";
import { findTlv, TAGS, type Tlv, tlvNumber, tlvText } from "@/lib/smpp/pdu/tlv";
import { type ReceiptState, stateOfNumber, stateOfWord } from "@/lib/smpp/receipt/state";
import { UDH_INDICATOR } from "@/lib/smpp/text/split";
import { type Alphabet, decodeText } from "@/lib/smpp/text/text";
import { type Concatenation, concatenationOf, readUserData } from "@/lib/smpp/text/udh";

/** A delivery receipt. `id` is as the SMSC wrote it; `error` is the network's own code, `doneAt` the SMSC's date. */
export type Receipt = {
  id: string;
  state: ReceiptState;
  error: string | null;
  doneAt: Date | null;
  /** Whether the message is still on its way: an intermediate notification. */
  isIntermediate: boolean;
  /** The `user_message_reference` that it was submitted with, where the SMSC repeats it. */
  userReference: number | null;
};

/** What brings receipts and messages in. */
export type Delivery = PduOf<"deliver_sm"> | PduOf<"data_sm">;

/** How a link writes texts and dates. */
export type ReceiptTerms = { alphabet: Alphabet; zone: StampZone };

/** The bits of `esm_class` that say what a delivery is, and those for an intermediate notification. */
const TYPE_BITS = 0x3c;
const INTERMEDIATE = 0x20;

/** A receipt's own fields are at the beginning; what follows is the message's text. */
const MAX_READ_LENGTH = 512;
const MAX_ERROR_LENGTH = 16;

/** A message in has no more parts: so many a header can number. */
const MAX_PARTS = 255;

const ID = /(?:^|\s|,)id:\s{0,4}([^\s,:]{1,128})(?=[\s,]|$)/i;
const STATE = /(?:^|\s|,)stat(?:us)?:\s{0,4}([a-z]{1,16})/i;
const ERROR = /(?:^|\s|,)err(?:or)?:\s{0,4}([0-9a-z]{1,16})/i;
const DONE_AT = /(?:^|\s|,)done[ _]?date:\s{0,4}(\d{10,12})/i;
const TEXT = /(?:^|\s|,)text:/i;

/**
 * Whether a delivery is a receipt and not a message. A text that looks like a receipt is a message, unless
 * `esm_class` or the parameters, which no handset can set, say otherwise.
 */
export function isReceipt({ fields, tlvs }: Delivery): boolean {
  if ((fields.esmClass & TYPE_BITS) !== 0) return true;
  return (
    findTlv(tlvs, TAGS.receiptedMessageId) !== undefined && findTlv(tlvs, TAGS.messageState) !== undefined
  );
}

/**
 * Reads a receipt from its parameters and its text, in any of the shapes that SMSCs write. The state of the
 * parameters wins over that of the text.
 * @returns null where no id and state can be found. Linear in the length; never throws.
 */
export function readReceipt(delivery: Delivery, terms: ReceiptTerms): Receipt | null {
  const { fields, tlvs } = delivery;
  const text = receiptText(delivery, terms.alphabet);
  const id = tlvText(tlvs, TAGS.receiptedMessageId)?.trim() || ID.exec(text)?.[1];
  const word = STATE.exec(text)?.[1];
  const state = stateOfNumber(tlvNumber(tlvs, TAGS.messageState) ?? -1) ?? (word && stateOfWord(word));
  if (!id || !state) return null;
  return {
    id,
    state,
    error: readNetworkError(tlvs) ?? ERROR.exec(text)?.[1]?.slice(0, MAX_ERROR_LENGTH) ?? null,
    doneAt: readStamp(DONE_AT.exec(text)?.[1] ?? "", terms.zone),
    isIntermediate: (fields.esmClass & TYPE_BITS) === INTERMEDIATE,
    userReference: tlvNumber(tlvs, TAGS.userMessageReference) ?? null,
  };
}

/** The text up to the message's own. Some SMSCs say UCS-2 of a receipt that is ASCII. */
function receiptText(delivery: Delivery, alphabet: Alphabet): string {
  const { body, headerOctets, tables } = bodyOf(delivery);
  const octets = body.subarray(0, MAX_READ_LENGTH * 2);
  const { dataCoding } = delivery.fields;
  const decoded = decodeText(octets, { dataCoding, alphabet, tables, headerOctets });
  const text = ID.test(decoded) || STATE.test(decoded) ? decoded : octets.toString("latin1");
  const fields = text.slice(0, MAX_READ_LENGTH);
  return fields.slice(0, TEXT.exec(fields)?.index ?? fields.length);
}

/**
 * The octets of a delivery's text, wherever they are, without the user data header; and what that header says. Which part
 * of a long message it is may also stand in the `sar_*` parameters.
 */
export function bodyOf({ fields, tlvs }: Delivery) {
  const short = "shortMessage" in fields ? fields.shortMessage : Buffer.alloc(0);
  const data = short.length > 0 ? short : (findTlv(tlvs, TAGS.messagePayload) ?? short);
  const hasHeader = (fields.esmClass & UDH_INDICATOR) !== 0;
  const { octets, ...header } = hasHeader
    ? readUserData(data)
    : { ...readUserData(Buffer.alloc(0)), body: data };
  return { ...header, concatenation: header.concatenation ?? readSar(tlvs), headerOctets: octets };
}

function readSar(tlvs: readonly Tlv[]): Concatenation | null {
  const reference = tlvNumber(tlvs, TAGS.sarReference);
  const total = tlvNumber(tlvs, TAGS.sarTotal);
  const number = tlvNumber(tlvs, TAGS.sarNumber);
  if (reference === undefined || total === undefined || number === undefined || total > MAX_PARTS)
    return null;
  return concatenationOf({ reference, bits: 16, total, number });
}

/** A network's error code: three octets, of which two are the number, or digits in ASCII. */
function readNetworkError(tlvs: readonly Tlv[]): string | null {
  const value = findTlv(tlvs, TAGS.networkErrorCode);
  if (value === undefined || value.length === 0) return null;
  const text = value.toString("latin1").replace(/\0+$/, "");
  if (/^[0-9A-Za-z]{1,16}$/.test(text)) return text;
  return value.length === 3 ? String(value.readUInt16BE(1)) : null;
}
