/** A piece of a list of recipients, and the line it stands on, from 1. */
export type ListedRecipient = { line: number; given: string };

/** The pieces of a pasted text: separated by line breaks, commas, semicolons and tabs, not by spaces. */
export function splitRecipients(text: string): ListedRecipient[] {
  return text.split(/\r\n|\r|\n/).flatMap((written, index) =>
    written
      .split(/[,;\t]/)
      .map((given) => ({ line: index + 1, given: given.trim() }))
      .filter(({ given }) => given !== ""),
  );
}
