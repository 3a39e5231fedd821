/**
 * Invisible characters: joiners, direction marks, fillers and variation selectors (Unicode's
 * default-ignorable code points). A thousand at a time: a pattern without a bound fails for want of room after some
 * millions.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}{1,1000}/gu;

/** A text without its invisible characters, such as the direction marks of a pasted number. Never throws. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
