import { MAX_WRITTEN_LENGTH, NEW_ZEALAND, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";

/** The beginning of a number: at least one digit shorter than the longest number. */
const BEGINNING = /^[1-9]\d{0,13}$/;

const SHORT_CODE = /^[1-9]\d{2,4}$/;

/**
 * A name in place of a number, such as a bank's. A name has no digits: a name with digits is stored as its digits.
 */
const NAME = /^(?=.*\p{L})\P{Nd}{1,40}$/u;

/**
 * Returns a sender in the form of reply rules and of incoming messages (rules: who wrote). It is a number, a short code,
 * a name in capitals, or the beginning of numbers with `*` behind it. Never throws.
 * @returns null for any other text.
 */
export function readWriter(written: string): string | null {
  if (written.length > MAX_WRITTEN_LENGTH) return null;
  const text = plainNumber(written).trim();
  if (!text.endsWith("*"))
    return writerNumber(text) ?? (NAME.test(text) && !text.includes("*") ? text.toUpperCase() : null);
  const digits = withoutSeparators(text.slice(0, -1));
  const beginning = digits.replace(/^(?:\+|00)/, "").replace(/^0(?=[1-9])/, NEW_ZEALAND);
  return BEGINNING.test(beginning) ? `${beginning}*` : null;
}

function writerNumber(text: string): string | null {
  const digits = withoutSeparators(text);
  return normaliseMsisdn(text) ?? (SHORT_CODE.test(digits) ? digits : null);
}

/** Returns whether one of the writers, in the form of `readWriter`, sent a message. Never throws. */
export function isWrittenBy(writers: readonly string[], from: string): boolean {
  const name = from.toUpperCase();
  return writers.some((writer) =>
    writer.endsWith("*") ? name.startsWith(writer.slice(0, -1)) : name === writer,
  );
}
