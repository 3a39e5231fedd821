import { encodeText } from "@/lib/sms/text/encoding";

/** A character that goes out as something else, as nothing, or as a `?` because it has no counterpart. */
export type ChangedCharacter = { from: string; to: string; lost: boolean; times: number };

/** The most characters that are looked at: far more than eleven parts have. */
const LOOKED_AT = 4_000;

/**
 * The user-perceived characters of a text that are sent differently (rules: folding, unicode), in the order
 * of their first appearance. Never throws.
 */
export function changedCharacters(text: string, unicode: boolean): ChangedCharacter[] {
  const changes = new Map<string, ChangedCharacter>();
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of characters.segment(text.slice(0, LOOKED_AT))) {
    const known = changes.get(segment);
    if (known) {
      known.times++;
      continue;
    }
    const { text: sent } = encodeText(segment, unicode);
    if (sent !== segment)
      changes.set(segment, { from: segment, to: sent, lost: sent.includes("?"), times: 1 });
  }
  return [...changes.values()];
}
