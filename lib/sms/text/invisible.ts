/**
 * Invisible characters: joiners, direction marks, fillers and variation selectors (Unicode's default-ignorable code
 * points). The length is bounded: an unbounded pattern overflows its stack on millions of characters.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}{1,1000}/gu;

/** Returns a text without its invisible characters, such as the direction marks of a pasted number. Never throws. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
