import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Command, LAYOUTS, RESPONSE_BIT } from "@/lib/smpp/pdu/layouts";
import { decodePdu, encodePdu, type Pdu, type PduOf } from "@/lib/smpp/pdu/pdu";
import { STATUS } from "@/lib/smpp/pdu/status";
import { formatInstant } from "@/lib/smpp/pdu/time";
import { findTlv, numberTlv, TAGS, type Tlv, tlvNumber, tlvText } from "@/lib/smpp/pdu/tlv";
import { LONG_MESSAGES, toWireParts, UDH_INDICATOR } from "@/lib/smpp/text/split";
import { decodeText } from "@/lib/smpp/text/text";
import { readUserData, writeConcatenation } from "@/lib/smpp/text/udh";
import { type OtherPdu, PDU } from "@/tests/support/smsc/node-smpp";

/** The names of mandatory fields here, and in the other implementation. */
const NAMES: Readonly<Record<string, string>> = {
  systemId: "system_id",
  password: "password",
  systemType: "system_type",
  interfaceVersion: "interface_version",
  addressTon: "addr_ton",
  addressNpi: "addr_npi",
  addressRange: "address_range",
  messageId: "message_id",
  serviceType: "service_type",
  sourceTon: "source_addr_ton",
  sourceNpi: "source_addr_npi",
  source: "source_addr",
  destinationTon: "dest_addr_ton",
  destinationNpi: "dest_addr_npi",
  destination: "destination_addr",
  esmClass: "esm_class",
  protocolId: "protocol_id",
  priority: "priority_flag",
  scheduleAt: "schedule_delivery_time",
  validity: "validity_period",
  registeredDelivery: "registered_delivery",
  replaceIfPresent: "replace_if_present_flag",
  dataCoding: "data_coding",
  defaultMessageId: "sm_default_msg_id",
  shortMessage: "short_message",
};

/** Octets, which the other implementation does not convert. */
const OCTETS = 0x04;

const COMMANDS = Object.keys(LAYOUTS) as Command[];
const isResponse = (command: Command) => LAYOUTS[command].id >= RESPONSE_BIT;

const ascii = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)), maxLength });
const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));
const sequence = fc.integer({ min: 0, max: 0x7fffffff });

/** Fields that the other implementation converts: it reads times as dates, and takes a header from the text. */
const FIXED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  scheduleAt: fc.constant(""),
  validity: fc.constant(""),
  dataCoding: fc.constant(OCTETS),
  esmClass: fc.integer({ min: 0, max: UDH_INDICATOR - 1 }),
};

const pduOf = (command: Command): fc.Arbitrary<Pdu> =>
  fc.record({
    command: fc.constant(command),
    status: fc.constant(0),
    sequence,
    tlvs: fc.constant([]),
    fields: fc.record(
      Object.fromEntries(
        LAYOUTS[command].fields.map(({ name, kind, max }) => {
          const usual =
            kind === "u8" ? fc.integer({ min: 0, max: 255 }) : kind === "cstring" ? ascii(max) : octets(140);
          return [name, FIXED[name] ?? usual];
        }),
      ),
    ),
  }) as fc.Arbitrary<Pdu>;

/** Returns the fields under the other implementation's names. */
const theirFields = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [NAMES[name] ?? name, value]));

/** Returns the other implementation's reading of octets: it separates the text of a message from its header. */
function readByThem(written: Buffer): OtherPdu {
  return new PDU(written);
}

function readByUs(written: Buffer): Pdu {
  const decoded = decodePdu(written);
  if (!decoded.isReadable) throw new Error(`Ours cannot read ${written.toString("hex")}.`);
  return decoded.pdu;
}

describe("each command, its responses included", () => {
  test.each(COMMANDS)("%s of ours is read by the other implementation", (command) => {
    fc.assert(
      fc.property(pduOf(command), (given) => {
        const theirs = readByThem(encodePdu(given));
        const { short_message: text, ...fields } = theirFields(given.fields);
        expect(theirs).toMatchObject({
          command,
          command_status: 0,
          sequence_number: given.sequence,
          ...fields,
        });
        if (text !== undefined) expect(theirs.short_message).toEqual({ message: text });
      }),
    );
  });

  test.each(COMMANDS)("%s of the other implementation is read by ours", (command) => {
    fc.assert(
      fc.property(pduOf(command), (given) => {
        const written = new PDU(command, {
          ...theirFields(given.fields),
          sequence_number: given.sequence,
        }).toBuffer();
        expect(readByUs(written)).toEqual(given);
      }),
    );
  });

  const status = fc.constantFrom(...Object.values(STATUS).filter((value) => value !== STATUS.ok), 0x400);

  /** SMPP 3.4 omits the body only of other responses. The other implementation omits it in all. */
  const WHOLE: readonly Command[] = ["deliver_sm_resp", "data_sm_resp"];

  test.each(COMMANDS.filter(isResponse))("%s with an error is the same header", (command) => {
    fc.assert(
      fc.property(pduOf(command), status, (given, error) => {
        const refused = { ...given, status: error } as Pdu;
        const head = { command, command_status: error, sequence_number: given.sequence };
        const ours = encodePdu(refused);
        const theirs = new PDU(command, { command_status: error, sequence_number: given.sequence });
        const same = WHOLE.includes(command) ? theirs.toBuffer().subarray(4) : theirs.toBuffer();
        expect(WHOLE.includes(command) ? ours.subarray(4, 16) : ours).toEqual(same);
        expect(readByThem(ours)).toMatchObject(head);
        expect(readByUs(theirs.toBuffer())).toMatchObject({
          command,
          status: error,
          sequence: given.sequence,
          tlvs: [],
        });
      }),
    );
  });

  const BINDS = ["bind_receiver_resp", "bind_transmitter_resp", "bind_transceiver_resp"] as const;

  test.each(BINDS)("%s has its version as a parameter in both", (command) => {
    const tlvs = [numberTlv(TAGS.interfaceVersion, 0x34, 1)];
    const ours = encodePdu({ command, status: 0, sequence: 1, fields: { systemId: "SMSC" }, tlvs });
    const theirs = new PDU(command, { sequence_number: 1, system_id: "SMSC", sc_interface_version: 0x34 });
    expect(ours).toEqual(theirs.toBuffer());
    expect(readByThem(ours)).toMatchObject({ system_id: "SMSC", sc_interface_version: 0x34 });
  });

  it("receipts have the same parameters in both", () => {
    const state = fc.integer({ min: 0, max: 9 });
    const error = octets(3).filter(({ length }) => length === 3);
    const reference = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(pduOf("deliver_sm"), ascii(60), state, error, reference, (given, id, ...more) => {
        const [messageState, networkError, userReference] = more;
        const options = {
          ...theirFields(given.fields),
          sequence_number: given.sequence,
          receipted_message_id: id,
          message_state: messageState,
          network_error_code: networkError,
          user_message_reference: userReference,
        };
        const { tlvs } = readByUs(new PDU("deliver_sm", options).toBuffer());
        expect(tlvText(tlvs, TAGS.receiptedMessageId)).toBe(id);
        expect(tlvNumber(tlvs, TAGS.messageState)).toBe(messageState);
        expect(findTlv(tlvs, TAGS.networkErrorCode)).toEqual(networkError);
        expect(tlvNumber(tlvs, TAGS.userMessageReference)).toBe(userReference);
        const ours = encodePdu({ ...given, tlvs } as Pdu);
        expect(readByThem(ours)).toMatchObject({
          receipted_message_id: id,
          message_state: messageState,
          user_message_reference: userReference,
          network_error_code: networkError,
        });
      }),
    );
  });

  it("an instant until which a message is valid is the same in both", () => {
    const instant = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2090-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(pduOf("submit_sm"), instant, (given, until) => {
        const fields = { ...given.fields, validity: formatInstant(until) };
        const { validity_period: read } = readByThem(encodePdu({ ...given, fields } as Pdu));
        expect((read as Date).getTime()).toBe(Math.floor(until.getTime() / 1_000) * 1_000);
      }),
    );
  });
});

/** Texts of GSM 03.38, and of UCS-2 without a byte order mark, which the other implementation drops. */
const GSM = fc.string({
  unit: fc.constantFrom(..."@£$_ABCabc 09!?ÄÖÑÜ§¿äöñüàΔΩ^{}\\[~]|€"),
  minLength: 1,
  maxLength: 60,
});
const LATIN = fc.string({ unit: fc.constantFrom(..."@$_abc 09[]{}éèüÄß£¥"), minLength: 1, maxLength: 60 });
const WIDE = fc
  .string({ unit: "binary", minLength: 1, maxLength: 30 })
  .filter((text) => !text.startsWith("\ufeff"));

const TEXTS = [
  ["GSM 03.38", 0x00, GSM],
  ["Latin-1", 0x03, LATIN],
  ["UCS-2", 0x08, WIDE],
] as const;

const base = {
  serviceType: "",
  sourceTon: 3,
  sourceNpi: 0,
  source: "2190",
  destinationTon: 1,
  destinationNpi: 1,
  destination: "64211234567",
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduleAt: "",
  validity: "",
  registeredDelivery: 1,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
};

/** Returns a part in its sent form. */
const submitted = (part: {
  esmClass: number;
  dataCoding: number;
  shortMessage: Buffer;
  tlvs: readonly Tlv[];
}) => {
  const { tlvs, ...fields } = part;
  return encodePdu({ command: "submit_sm", status: 0, sequence: 1, fields: { ...base, ...fields }, tlvs });
};

type TheirText = { udh?: Buffer[]; message: string };

describe.each(TEXTS)("a text of %s", (_, coding, text) => {
  const terms = {
    encoding: coding === 0x08 ? ("UCS-2" as const) : ("GSM-7" as const),
    alphabet: "gsm" as const,
    reference: 0x1234,
    textCoding: coding === 0x08 ? 0 : coding,
  };
  const read = ({ fields, tlvs }: PduOf<"deliver_sm">) => {
    const data = findTlv(tlvs, TAGS.messagePayload) ?? fields.shortMessage;
    const hasHeader = (fields.esmClass & UDH_INDICATOR) !== 0;
    const { body, concatenation } = readUserData(hasHeader ? data : Buffer.of(0));
    const { dataCoding } = fields;
    return { text: decodeText(hasHeader ? body : data, { dataCoding, alphabet: "gsm" }), concatenation };
  };

  it("of one part is the same in both", () => {
    fc.assert(
      fc.property(text, (given) => {
        const [part] = toWireParts([given], { ...terms, longMessages: "udh8" });
        if (!part) throw new Error("There is a part.");
        const theirs = readByThem(submitted(part));
        expect(theirs).toMatchObject({ data_coding: coding, short_message: { message: given } });
        const written = new PDU("deliver_sm", { data_coding: coding, short_message: { message: given } });
        expect(read(readByUs(written.toBuffer()) as PduOf<"deliver_sm">).text).toBe(given);
      }),
    );
  });

  test.each(LONG_MESSAGES)("of several parts by %s is read by the other one", (longMessages) => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const parts = toWireParts([first, second], { ...terms, longMessages });
        const theirs = parts.map((part) => readByThem(submitted(part)));
        const texts = theirs.map(({ short_message: short, message_payload: payload }) =>
          ((payload ?? short) as TheirText).message.toString(),
        );
        expect(texts.join("")).toBe(first + second);
        if (longMessages === "payload") return;
        const places = theirs.map((pdu) => {
          const [element] = (pdu.short_message as TheirText).udh ?? [];
          if (element) return [...element];
          return [pdu.sar_msg_ref_num, pdu.sar_total_segments, pdu.sar_segment_seqnum];
        });
        const head = { udh8: [0, 3, 0x34], udh16: [8, 4, 0x12, 0x34], sar: [0x1234] }[longMessages];
        expect(places).toEqual(parts.map((__, index) => [...head, parts.length, index + 1]));
      }),
    );
  });

  it("of several parts is read by ours, by headers of 8 and 16 bits, by parameters, and as a payload", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 0xff }), (message, reference) => {
        const by = (options: object) => {
          const pdu = new PDU("deliver_sm", { data_coding: coding, ...options });
          return readByUs(pdu.toBuffer()) as PduOf<"deliver_sm">;
        };
        for (const bits of [8, 16] as const) {
          const place = { reference, bits, total: 3, number: 2 };
          const pdu = by({ short_message: { udh: writeConcatenation(place), message } });
          expect(read(pdu)).toEqual({ text: message, concatenation: place });
        }
        const sar = { sar_msg_ref_num: reference, sar_total_segments: 3, sar_segment_seqnum: 2 };
        const pdu = by({ ...sar, short_message: { message } });
        expect(read(pdu).text).toBe(message);
        const tags = [TAGS.sarReference, TAGS.sarTotal, TAGS.sarNumber];
        expect(tags.map((tag) => tlvNumber(pdu.tlvs, tag))).toEqual([reference, 3, 2]);
        expect(read(by({ message_payload: { message } })).text).toBe(message);
        const data = new PDU("data_sm", { data_coding: coding, message_payload: { message } });
        const payload = findTlv(readByUs(data.toBuffer()).tlvs, TAGS.messagePayload) as Buffer;
        expect(decodeText(payload, { dataCoding: coding, alphabet: "gsm" })).toBe(message);
      }),
    );
  });
});
