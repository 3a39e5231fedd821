/** An optional parameter: tag, length, value. */
export type Tlv = { tag: number; value: Buffer };

/** The tags of the named parameters. */
export const TAGS = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  interfaceVersion: 0x0210,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

const HEAD_OCTETS = 4;
const MAX_TLV_OCTETS = 0xffff;

/**
 * Reads the optional parameters from `offset` to the end. It omits unreadable ones, and the result is then `broken`.
 * Never throws.
 */
export function readTlvs(octets: Buffer, offset: number): { tlvs: Tlv[]; broken: boolean } {
  const tlvs: Tlv[] = [];
  let at = offset;
  while (at + HEAD_OCTETS <= octets.length) {
    const end = at + HEAD_OCTETS + octets.readUInt16BE(at + 2);
    if (end > octets.length) return { tlvs, broken: true };
    tlvs.push({ tag: octets.readUInt16BE(at), value: octets.subarray(at + HEAD_OCTETS, end) });
    at = end;
  }
  return { tlvs, broken: at < octets.length };
}

/**
 * Writes optional parameters.
 * @throws RangeError for a value of more than 65,535 octets.
 */
export function writeTlvs(tlvs: readonly Tlv[]): Buffer {
  return Buffer.concat(
    tlvs.flatMap(({ tag, value }) => {
      if (value.length > MAX_TLV_OCTETS) throw new RangeError("an optional parameter is too long");
      const head = Buffer.alloc(HEAD_OCTETS);
      head.writeUInt16BE(tag, 0);
      head.writeUInt16BE(value.length, 2);
      return [head, value];
    }),
  );
}

/** Returns the value of the first parameter with a tag, or undefined. */
export function findTlv(tlvs: readonly Tlv[], tag: number): Buffer | undefined {
  return tlvs.find((tlv) => tlv.tag === tag)?.value;
}

/** Returns a parameter whose value is one octet, or two. */
export function numberTlv(tag: number, value: number, octets: 1 | 2): Tlv {
  const written = Buffer.alloc(octets);
  written.writeUIntBE(value, 0, octets);
  return { tag, value: written };
}

/** Returns the unsigned number in a parameter of one or two octets; undefined for any other length. */
export function tlvNumber(tlvs: readonly Tlv[], tag: number): number | undefined {
  const value = findTlv(tlvs, tag);
  return value?.length === 1 || value?.length === 2 ? value.readUIntBE(0, value.length) : undefined;
}

/** Returns the text in a parameter, up to the first NUL; undefined without the parameter. */
export function tlvText(tlvs: readonly Tlv[], tag: number): string | undefined {
  return findTlv(tlvs, tag)?.toString("latin1").split("\0", 1)[0];
}
