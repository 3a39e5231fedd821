import { readFields, writeFields } from "@/lib/smpp/pdu/fields";
import { type Command, commandOf, type Fields, LAYOUTS, RESPONSE_BIT } from "@/lib/smpp/pdu/layouts";
import { STATUS } from "@/lib/smpp/pdu/status";
import { readTlvs, type Tlv, writeTlvs } from "@/lib/smpp/pdu/tlv";

/** The octets of a PDU's header. The length includes them. */
export const HEADER_OCTETS = 16;

/** The largest PDU. */
export const MAX_PDU_OCTETS = 64 * 1024 + HEADER_OCTETS;

/** A protocol data unit of a command. */
export type PduOf<Name extends Command> = {
  command: Name;
  status: number;
  sequence: number;
  fields: Fields<Name>;
  tlvs: readonly Tlv[];
};

/** Any protocol data unit. */
export type Pdu = { [Name in Command]: PduOf<Name> }[Command];

/** The contents of a header. `isResponse`: the PDU answers one of ours. */
export type Header = { id: number; status: number; sequence: number; isResponse: boolean };

/** A PDU that was read, or the `status` of the answer to an unreadable one. */
export type DecodeResult =
  | { isReadable: true; pdu: Pdu }
  | { isReadable: false; header: Header; command: Command | undefined; status: number };

/**
 * Reads one whole PDU of at least 16 octets. It reads a response as far as possible, since a refusal would have no
 * use. A request is unreadable if it, or one of its optional parameters, is cut short. Never throws.
 */
export function decodePdu(octets: Buffer): DecodeResult {
  const id = octets.readUInt32BE(4);
  const header = {
    id,
    status: octets.readUInt32BE(8),
    sequence: octets.readUInt32BE(12),
    isResponse: id >= RESPONSE_BIT,
  };
  const command = commandOf(id);
  if (command === undefined) return { isReadable: false, header, command, status: STATUS.invalidCommandId };
  const { values, offset, broken } = readFields(octets, LAYOUTS[command].fields, HEADER_OCTETS);
  if (broken && !header.isResponse)
    return { isReadable: false, header, command, status: STATUS.invalidMessageLength };
  const rest = readTlvs(octets, offset);
  if (rest.broken && !header.isResponse)
    return { isReadable: false, header, command, status: STATUS.invalidTlvs };
  const { status, sequence } = header;
  return { isReadable: true, pdu: { command, status, sequence, fields: values, tlvs: rest.tlvs } as Pdu };
}

/**
 * The responses that have their body with an error too (SMPP 3.4, 4.6.2 and 4.7.2). Other responses with an error
 * have none.
 */
const ALWAYS_WHOLE: ReadonlySet<Command> = new Set(["deliver_sm_resp", "data_sm_resp"]);

/**
 * Writes a PDU. A response with an error has no body, except for responses to deliveries.
 * @throws RangeError for a field that does not fit its place, and for more than 64 KiB.
 */
export function encodePdu({ command, status, sequence, fields, tlvs }: Pdu): Buffer {
  const { id, fields: layout } = LAYOUTS[command];
  const hasBody = id < RESPONSE_BIT || status === STATUS.ok || ALWAYS_WHOLE.has(command);
  const body = hasBody ? Buffer.concat([writeFields(layout, fields), writeTlvs(tlvs)]) : Buffer.alloc(0);
  const length = HEADER_OCTETS + body.length;
  if (length > MAX_PDU_OCTETS) throw new RangeError("the PDU is too long");
  return Buffer.concat([encodeHeader({ length, id, status, sequence }), body]);
}

/** Writes a header, which is the whole of a PDU of 16 octets. */
export function encodeHeader(header: {
  length: number;
  id: number;
  status: number;
  sequence: number;
}): Buffer {
  const octets = Buffer.alloc(HEADER_OCTETS);
  octets.writeUInt32BE(header.length, 0);
  octets.writeUInt32BE(header.id, 4);
  octets.writeUInt32BE(header.status, 8);
  octets.writeUInt32BE(header.sequence, 12);
  return octets;
}
