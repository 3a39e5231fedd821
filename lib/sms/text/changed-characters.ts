import { encodeText } from "@/lib/sms/text/encoding";

/** A character that is sent as another one, is dropped, or becomes a `?` because it has no counterpart. */
export type ChangedCharacter = { from: string; to: string; lost: boolean; times: number };

/** The most characters that are examined. Eleven parts have far fewer. */
const LOOKED_AT = 4_000;

/**
 * Returns the user-perceived characters of a text that are sent differently (rules: folding, unicode), sorted by
 * their first occurrence. Never throws.
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
