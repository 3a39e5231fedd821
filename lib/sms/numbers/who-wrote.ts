import { MAX_WRITTEN_LENGTH, NEW_ZEALAND, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";

/** What numbers begin with: at least a digit fewer than the longest number. */
const BEGINNING = /^[1-9]\d{0,13}$/;

const SHORT_CODE = /^[1-9]\d{2,4}$/;

/** A name instead of a number, such as a bank's. Names with digits are stored as these alone, so that none has any. */
const NAME = /^(?=.*\p{L})\P{Nd}{1,40}$/u;

/**
 * Who writes, as rules ask for it and as messages in have it (rules: who wrote): a number, the beginning of numbers with `*`
 * behind it, a short code, or a name in capitals. Null for anything else. Never throws.
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

/** Whether one of these, as `readWriter` has them, is who wrote. Never throws. */
export function isWrittenBy(writers: readonly string[], from: string): boolean {
  const name = from.toUpperCase();
  return writers.some((writer) =>
    writer.endsWith("*") ? name.startsWith(writer.slice(0, -1)) : name === writer,
  );
}
