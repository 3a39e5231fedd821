/** The most characters of a line that is compared with the lines of mail programs. */
const MAX_COMPARED = 300;

/** The words of a line above a signature. Mail programs drop the space after the dashes. */
export const SIGNATURE = "--";

export type MailLine = {
  /** The line without white space at its end; empty if it shows nothing. */
  text: string;
  /** The text for comparisons: in lower case, without marks of direction and emphasis. Empty for a line that is too long. */
  words: string;
  isQuoted: boolean;
};

const EMPTY: MailLine = { text: "", words: "", isQuoted: false };

export function mailLine(line: string): MailLine {
  const text = line.trimEnd();
  if (text === "") return EMPTY;
  const isQuoted = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]{0,4} ?[>＞]/.test(text);
  const words =
    text.length > MAX_COMPARED
      ? ""
      : text
          .replace(/[\p{Cf}*]+/gu, "")
          .trim()
          .toLowerCase();
  return { text, words, isQuoted };
}

/** Returns a line without one level of quotation. */
export function unquoted({ text }: MailLine): MailLine {
  return mailLine(text.replace(/^[\u200e\u200f\u202a-\u202e\u2066-\u2069]{0,4} ?[>＞] ?/, ""));
}

/** Returns the index of the first line, from the given one, that is not empty. */
export function skipEmpty(lines: readonly MailLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.text === "") at++;
  return at;
}
