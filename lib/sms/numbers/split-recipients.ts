/** A piece of a list of recipients, and the number of its line, counted from 1. */
export type ListedRecipient = { line: number; given: string };

/** Returns the pieces of a pasted text. Line breaks, commas, semicolons and tabs separate them; spaces do not. */
export function splitRecipients(text: string): ListedRecipient[] {
  return text.split(/\r\n|\r|\n/).flatMap((written, index) =>
    written
      .split(/[,;\t]/)
      .map((given) => ({ line: index + 1, given: given.trim() }))
      .filter(({ given }) => given !== ""),
  );
}
