import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { findTlv, TAGS, type Tlv, tlvNumber, tlvText } from "@/lib/smpp/pdu/tlv";
import { type FieldName, type ReceiptFields, readFields, textStart } from "@/lib/smpp/receipt/fields";
import { NO_OWN_STATES, type OwnStates, ownStateOf } from "@/lib/smpp/receipt/own-states";
import {
  firstWord,
  isStandardWord,
  type ReceiptState,
  stateOf,
  stateOfNumber,
  stateOfWord,
} from "@/lib/smpp/receipt/state";
import { UDH_INDICATOR } from "@/lib/smpp/text/split";
import { type Alphabet, charsetOf, decodeText } from "@/lib/smpp/text/text";
import { type Concatenation, concatenationOf, readUserData } from "@/lib/smpp/text/udh";
import { type ClockZone, readWrittenTime } from "@/lib/sms/written-time";

/**
 * A delivery receipt. `id` is the parameter's id, else the text's; `otherId` is the text's if both have one. `state` is
 * null for an unknown status `word`. `error` is the network's own code. `doneAt` is the SMSC's date if it is plausible,
 * and `doneDate` is that date as written.
 */
export type Receipt = {
  id: string;
  otherId: string | null;
  state: ReceiptState | null;
  word: string | null;
  error: string | null;
  doneAt: Date | null;
  doneDate: string | null;
  /** True if the message is still in progress: an intermediate notification. */
  isIntermediate: boolean;
  /** The `user_message_reference` of the submission, if the SMSC repeats it. */
  userReference: number | null;
};

/** The PDUs that carry receipts and incoming messages. */
export type Delivery = PduOf<"deliver_sm"> | PduOf<"data_sm">;

/** The alphabet and clock of a link, its own status words, and the time of arrival of the receipt. */
export type ReceiptTerms = { alphabet: Alphabet; zone: ClockZone; at: Date; states?: OwnStates };

/**
 * The certainty that a delivery is a receipt: `certain`; `likely` if its text is a receipt when its id is ours; `none`
 * for a person's message.
 */
export type ReceiptForm = "certain" | "likely" | "none";

/** The bits of `esm_class` for the kind of a delivery, and for an intermediate notification. */
const TYPE_BITS = 0x3c;
const INTERMEDIATE = 0x20;

/** A receipt's own fields are at the beginning. The message's text follows them. */
const MAX_READ_LENGTH = 512;
const MAX_DATE_LENGTH = 40;
const MAX_ID_LENGTH = 128;
const MAX_WORD_LENGTH = 32;

/** The most parts of an incoming message: the largest number in a header. */
const MAX_PARTS = 255;

/** The number of fields, besides id and status, that make a text a receipt with any `esm_class`. */
const MIN_FURTHER_FIELDS = 2;

const ERROR = /^[0-9a-z]{1,16}/i;
const FURTHER: readonly (readonly [FieldName, RegExp])[] = [
  ["sub", /^\d{1,4}$/],
  ["dlvrd", /^\d{1,4}$/],
  ["submitDate", /^\d{4}[\d\s:/.T+-]{2,}/],
  ["doneDate", /^\d{4}[\d\s:/.T+-]{2,}/],
  ["err", /^\d{1,6}$/],
];

/** Control characters, which no text of ASCII has. GSM 03.38 has letters and signs there. NUL may end a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish the two alphabets
const NOT_ASCII = /[\x01-\x08\x0b\x0c\x0e-\x1f]|\0(?=[^\0\s])/;

/**
 * Classifies a delivery as a receipt or a message (rules: smpp receipts), by `esm_class` or by parameters that handsets
 * cannot set. Some SMSCs leave `esm_class` 0. Then the text must begin with a field, and have an id, a known status and
 * two more fields. With fewer fields it is a receipt if the id is ours.
 */
export function receiptForm(
  delivery: Delivery,
  alphabet: Alphabet,
  states: OwnStates = NO_OWN_STATES,
): ReceiptForm {
  const { fields: pdu, tlvs } = delivery;
  if ((pdu.esmClass & TYPE_BITS) !== 0) return "certain";
  const hasId = findTlv(tlvs, TAGS.receiptedMessageId) !== undefined;
  if (hasId && findTlv(tlvs, TAGS.messageState) !== undefined) return "certain";
  if (bodyOf(delivery).concatenation !== null) return "none";
  const { fields, startsWithField } = receiptFields(delivery, alphabet);
  const [id, stat] = [fields.get("id"), fields.get("stat")];
  if (stat === undefined) return "none";
  const isOwn = ownStateOf(states, stat) !== undefined;
  if (!isOwn && stateOfWord(stat) === undefined) return "none";
  if (hasId) return "certain";
  if (!startsWithField || !id || /^\d/.test(stat)) return "none";
  const further = FURTHER.filter(([name, form]) => form.test(fields.get(name) ?? ""));
  if (further.length >= MIN_FURTHER_FIELDS) return "certain";
  return isOwn || isStandardWord(stat) ? "likely" : "none";
}

/**
 * Reads a receipt from its parameters and its text, in any of the SMSCs' forms.
 * @returns null if the id or the status is missing. Linear in the length; never throws.
 */
export function readReceipt(delivery: Delivery, terms: ReceiptTerms): Receipt | null {
  const { alphabet, zone, at, states = NO_OWN_STATES } = terms;
  const { fields: pdu, tlvs } = delivery;
  const { fields, behindText } = receiptFields(delivery, alphabet);
  const ownId = readId(tlvText(tlvs, TAGS.receiptedMessageId) ?? "");
  const number = tlvNumber(tlvs, TAGS.messageState);
  const ownParameter = number === undefined ? undefined : states.get(String(number));
  const parameter = ownParameter ?? (number === undefined ? undefined : stateOfNumber(number));
  const isWhole = (ownId !== null || fields.has("id")) && (parameter !== undefined || fields.has("stat"));
  const field = (name: FieldName) => fields.get(name) ?? (isWhole ? undefined : behindText.get(name));
  const textId = readId(field("id") ?? "");
  const id = ownId ?? textId;
  const stat = field("stat") || undefined;
  if (id === null || (number === undefined && stat === undefined)) return null;
  const doneDate = fields.get("doneDate")?.slice(0, MAX_DATE_LENGTH) || null;
  return {
    id,
    otherId: ownId === null || textId === ownId ? null : textId,
    state: meantBy(parameter, stat, states) ?? null,
    word: stat === undefined ? String(number) : firstWord(stat).slice(0, MAX_WORD_LENGTH),
    error: readNetworkError(tlvs) ?? ERROR.exec(field("err") ?? "")?.[0] ?? null,
    doneAt: doneDate === null ? null : readDoneDate(doneDate, zone, at),
    doneDate,
    isIntermediate: (pdu.esmClass & TYPE_BITS) === INTERMEDIATE,
    userReference: tlvNumber(tlvs, TAGS.userMessageReference) ?? null,
  };
}

/** Returns the state of a receipt. A word in the settings has precedence. */
function meantBy(
  parameter: ReceiptState | undefined,
  stat: string | undefined,
  states: OwnStates,
): ReceiptState | undefined {
  if (stat === undefined) return parameter;
  return ownStateOf(states, stat) ?? stateOf(parameter, stateOfWord(stat));
}

/** Returns an id up to the first white space, without quotation marks around it. */
function readId(written: string): string | null {
  const [id = ""] = written
    .trim()
    .slice(0, MAX_ID_LENGTH + 1)
    .split(/\s/, 1);
  const isQuoted = id.length > 2 && (id[0] === '"' || id[0] === "'") && id.at(-1) === id[0];
  const bare = isQuoted ? id.slice(1, -1) : id;
  return bare === "" || bare.length > MAX_ID_LENGTH ? null : bare;
}

/** Reads a date of one or more words. An unknown field may follow it. */
function readDoneDate(written: string, zone: ClockZone, at: Date): Date | null {
  const words = written.split(/\s+/);
  for (const count of [words.length, 2, 1]) {
    const date = readWrittenTime(
      words
        .slice(0, count)
        .join(" ")
        .replace(/[,;|&]$/, ""),
      zone,
      at,
    );
    if (date !== null) return date;
  }
  return null;
}

/** Returns the fields of a receipt's text in its most plausible reading. */
function receiptFields(delivery: Delivery, alphabet: Alphabet): ReceiptFields {
  let best: ReceiptFields | null = null;
  for (const text of readings(delivery, alphabet)) {
    const read = readFields(text);
    const has = (name: FieldName) => read.fields.has(name) || read.behindText.has(name);
    if (has("id") && has("stat")) return read;
    if (best === null || best.fields.size < read.fields.size) best = read;
  }
  return best ?? NO_FIELDS;
}

const NO_FIELDS: ReceiptFields = { fields: new Map(), behindText: new Map(), startsWithField: false };

/**
 * Returns the possible readings of a receipt's text, the likeliest first. The text is ASCII (SMPP 3.4, appendix B) for
 * any data coding, unless it has characters outside ASCII. Some SMSCs label ASCII as UCS-2, or swap its octets.
 */
function* readings(delivery: Delivery, alphabet: Alphabet): Generator<string> {
  const { body, headerOctets, tables } = bodyOf(delivery);
  const octets = body.subarray(0, MAX_READ_LENGTH * 2);
  const { dataCoding } = delivery.fields;
  const cut = (text: string) => text.slice(0, MAX_READ_LENGTH);
  const ascii = cut(octets.toString("latin1"));
  const readable = ascii.replaceAll("\0", " ");
  if (charsetOf(dataCoding) === "ucs2") {
    const text = decodeText(octets, { dataCoding, alphabet });
    yield cut(text);
    yield cut(octets.subarray(0, octets.length & ~1).toString("utf16le"));
    return yield readable;
  }
  const isAscii = !NOT_ASCII.test(ascii.slice(0, textStart(ascii)));
  if (isAscii) yield readable;
  const meant = alphabet === "packed" ? "packed" : "gsm";
  yield cut(decodeText(octets, { dataCoding: 0, alphabet: meant, tables, headerOctets }));
  if (!isAscii) yield readable;
}

/**
 * Returns the octets of a delivery's text from either place, without the user data header, and the header's contents.
 * The `sar_*` parameters may also have the position of a part in a long message.
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

/** Returns a network's error code: three octets, of which two are the number, or digits in ASCII. */
function readNetworkError(tlvs: readonly Tlv[]): string | null {
  const value = findTlv(tlvs, TAGS.networkErrorCode);
  if (value === undefined || value.length === 0) return null;
  const text = value.toString("latin1").replace(/\0+$/, "");
  if (/^[0-9A-Za-z]{1,16}$/.test(text)) return text;
  return value.length === 3 ? String(value.readUInt16BE(1)) : null;
}
