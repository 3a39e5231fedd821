/**
 * Invisible characters: joiners, direction marks, fillers and variation selectors (Unicode's
 * default-ignorable code points).
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** A text without its invisible characters, such as the direction marks of a pasted number. Never throws. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
