import { isLanguage, type Language, type Tables } from "@/lib/smpp/text/gsm";

/** The position of a part in a long message. `bits` is the width of the reference. */
export type Concatenation = { reference: number; bits: 8 | 16; total: number; number: number };

/**
 * The contents of a user data header, and the data behind it. `octets` is the header's length, 0 without a header.
 */
export type UserData = { octets: number; concatenation: Concatenation | null; tables: Tables; body: Buffer };

const CONCATENATION_8 = 0x00;
const CONCATENATION_16 = 0x08;
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;

/**
 * Reads a user data header. If it, or one of its elements, is longer than the data, there is no header, and all data
 * is body. Unknown elements are skipped. Never throws.
 */
export function readUserData(data: Buffer): UserData {
  const none: UserData = { octets: 0, concatenation: null, tables: { locking: 0, single: 0 }, body: data };
  const end = (data[0] ?? data.length) + 1;
  if (end > data.length) return none;
  let { concatenation, tables } = none;
  let at = 1;
  while (at < end) {
    const from = at + 2;
    const to = from + (data[at + 1] ?? end);
    if (to > end) return none;
    const value = data.subarray(from, to);
    concatenation ??= readConcatenation(data[at], value);
    if (data[at] === SINGLE_SHIFT) tables = { ...tables, single: languageOf(value) };
    if (data[at] === LOCKING_SHIFT) tables = { ...tables, locking: languageOf(value) };
    at = to;
  }
  return { octets: end, concatenation, tables, body: data.subarray(end) };
}

function readConcatenation(id: number | undefined, value: Buffer): Concatenation | null {
  const bits = id === CONCATENATION_8 ? 8 : 16;
  const octets = bits / 8;
  if ((id !== CONCATENATION_8 && id !== CONCATENATION_16) || value.length !== octets + 2) return null;
  return concatenationOf({
    reference: value.readUIntBE(0, octets),
    bits,
    total: value.readUInt8(octets),
    number: value.readUInt8(octets + 1),
  });
}

/** Returns the same position; null if it is impossible, or if the message has only one part. */
export function concatenationOf(given: Concatenation): Concatenation | null {
  return given.total > 1 && given.number >= 1 && given.number <= given.total ? given : null;
}

function languageOf(value: Buffer): Language | 0 {
  const [language] = value;
  return value.length === 1 && isLanguage(language) ? language : 0;
}

/** Returns the user data header of one part of a long message, with its length: six octets, or seven. */
export function writeConcatenation({ reference, bits, total, number }: Concatenation): Buffer {
  return bits === 8
    ? Buffer.of(5, CONCATENATION_8, 3, reference & 0xff, total, number)
    : Buffer.of(6, CONCATENATION_16, 4, (reference >> 8) & 0xff, reference & 0xff, total, number);
}
