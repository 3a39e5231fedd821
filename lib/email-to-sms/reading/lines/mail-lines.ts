import { type MailLine, mailLine } from "@/lib/email-to-sms/reading/lines/mail-line";

/** An image that a program names in a plain text. */
const IMAGE = /\[(?:cid:|image: ?|inline image ?)[^\][]{0,200}\]/gi;
const MAIL_LINK = /<mailto:[^<>\s]{1,300}>/gi;
/** A link's address as Outlook writes it after the link's text, even if the text is the address itself. */
const LINK = /<(https?:\/\/[^<>\s]{1,2000})>/gi;

const BEGIN_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----";
const BEGIN_SIGNATURE = "-----BEGIN PGP SIGNATURE-----";

/** Returns the lines of a plain text. It drops text that programs write for other programs. */
export function toMailLines(text: string): MailLine[] {
  const lines = withoutArmor(text.replace(/\r\n?/g, "\n").split("\n"));
  return withoutBlankParagraphs(lines.map((line) => (/[[<]/.test(line) ? withoutMarks(line) : line))).map(
    mailLine,
  );
}

function withoutMarks(line: string): string {
  const bare = line.replace(IMAGE, "").replace(MAIL_LINK, "");
  return bare.replace(LINK, (whole, link: string, at: number) => {
    const before = bare.slice(Math.max(0, at - link.length), at);
    const address = link.replace(/^https?:\/\//i, "").replace(/\/$/, "");
    return before.toLowerCase().replace(/\/$/, "").endsWith(address.toLowerCase()) ? "" : whole;
  });
}

/** Returns the text of a message that is signed by PGP within the text (RFC 9580 section 7). */
function withoutArmor(lines: readonly string[]): readonly string[] {
  const begin = lines.findIndex((line) => line.trim() !== "");
  if (lines[begin]?.trim() !== BEGIN_SIGNED) return lines;
  const headEnd = lines.findIndex((line, at) => at > begin && line.trim() === "");
  const end = lines.findIndex((line) => line.trim() === BEGIN_SIGNATURE);
  if (headEnd < 0 || end < headEnd) return lines;
  return lines.slice(headEnd + 1, end).map((line) => line.replace(/^- /, ""));
}

/**
 * Replaces Outlook's form of a blank paragraph with one empty line. Outlook writes a line with a non-breaking space
 * between two empty lines.
 */
function withoutBlankParagraphs(lines: readonly string[]): string[] {
  const kept: string[] = [];
  // The line below a wide line belongs to the same blank paragraph.
  const isBelow = (at: number) => lines[at] === "" && isWide(lines[at - 1]) && lines[at - 2] === "";
  for (const [at, line] of lines.entries()) {
    if (isBelow(at)) continue;
    const isBlankParagraph = isWide(line) && lines[at - 1] === "" && lines[at + 1] === "";
    if (isBlankParagraph && !isBelow(at - 1)) kept.pop();
    kept.push(isBlankParagraph ? "" : line);
  }
  return kept;
}

/** Returns whether a line has only spaces, with a non-breaking space among them. */
function isWide(line = ""): boolean {
  return /^\s*\u00a0\s*$/.test(line);
}
