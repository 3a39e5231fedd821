import type { Field } from "@/lib/smpp/pdu/layouts";

/** The value of a mandatory field. */
export type FieldValue = number | string | Buffer;

/** The fields that were read, and the offset behind them. `broken` means that they ran past the end. */
export type ReadFields = { values: Record<string, FieldValue>; offset: number; broken: boolean };

/** The highest character of a field: the last one of Latin-1. A NUL would end the field. */
const MAX_CHARACTER = 0xff;

/**
 * Reads mandatory fields from `offset` up to `end`. A field that is cut short and all later fields are empty, and the
 * result is `broken`. Strings may be longer than SMPP 3.4 allows. Never throws.
 */
export function readFields(octets: Buffer, fields: readonly Field[], offset: number): ReadFields {
  const values: Record<string, FieldValue> = {};
  let at = offset;
  let broken = false;
  for (const { name, kind } of fields) {
    if (!broken && at >= octets.length) broken = true;
    if (kind === "u8") {
      values[name] = broken ? 0 : octets.readUInt8(at);
      at += 1;
    } else if (kind === "cstring") {
      const end: number = broken ? -1 : octets.indexOf(0, at);
      broken ||= end < 0;
      values[name] = octets.toString("latin1", at, end < 0 ? octets.length : end);
      at = end < 0 ? octets.length : end + 1;
    } else {
      const length: number = broken ? 0 : octets.readUInt8(at);
      broken ||= at + 1 + length > octets.length;
      values[name] = broken ? Buffer.alloc(0) : octets.subarray(at + 1, at + 1 + length);
      at += 1 + length;
    }
  }
  return { values, offset: Math.min(at, octets.length), broken };
}

/**
 * Writes mandatory fields.
 * @throws RangeError for a value that its field cannot hold: too long, a character beyond Latin-1, or NUL.
 */
export function writeFields(fields: readonly Field[], values: Readonly<Record<string, FieldValue>>): Buffer {
  return Buffer.concat(fields.map((field) => writeField(field, values[field.name])));
}

function writeField({ name, kind, max }: Field, value: FieldValue | undefined): Buffer {
  if (kind === "u8" && typeof value === "number") {
    if (!Number.isInteger(value) || value < 0 || value > 255) throw new RangeError(`${name} is not an octet`);
    return Buffer.of(value);
  }
  if (kind === "cstring" && typeof value === "string") {
    if (value.length > max) throw new RangeError(`${name} is longer than ${max} characters`);
    if (!isWritable(value)) throw new RangeError(`${name} has a character that cannot be written`);
    return Buffer.from(`${value}\0`, "latin1");
  }
  if (kind === "octets" && Buffer.isBuffer(value)) {
    if (value.length > max) throw new RangeError(`${name} is longer than ${max} octets`);
    return Buffer.concat([Buffer.of(value.length), value]);
  }
  throw new RangeError(`${name} is missing`);
}

function isWritable(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code === 0 || code > MAX_CHARACTER) return false;
  }
  return true;
}
