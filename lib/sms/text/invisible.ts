/**
 * Characters that nobody sees and that no reader of a text can tell from none: joiners, marks of direction, fillers,
 * variation selectors (Unicode's default-ignorable code points).
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** A text without the characters that nobody sees, such as the marks of direction of a pasted number. Never throws. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
