import { countOf } from "@/components/ui/count";
import { encodeText } from "@/lib/sms/text/encoding";
import { countParts, countSeptets } from "@/lib/sms/text/segments";

/**
 * Measures the final form of a text (rules: folding, unicode, segments).
 * @returns `changed`: the final text, null if it equals the typed one; `length`: the line below the field.
 */
export function measure(
  written: string,
  unicode: boolean,
): { parts: number; changed: string | null; length: string } {
  const { text, encoding } = encodeText(written, unicode);
  const parts = text === "" ? 0 : countParts(text, encoding);
  const characters = encoding === "GSM-7" ? countSeptets(text) : text.length;
  const length = `${countOf(characters, "character")}, ${countOf(parts, "part")}, ${encoding}`;
  return { parts, changed: text === written ? null : text, length };
}
