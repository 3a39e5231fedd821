import { NOT_QUOTED } from "@/lib/email-to-sms/reading/decoding/flowed";
import { MAX_TEXT_CHARACTERS } from "@/lib/email-to-sms/reading/limits";
import { type Attributions, findAttributions } from "@/lib/email-to-sms/reading/lines/attribution";
import { type MailLine, SIGNATURE, skipEmpty, unquoted } from "@/lib/email-to-sms/reading/lines/mail-line";
import { toMailLines } from "@/lib/email-to-sms/reading/lines/mail-lines";
import { FORWARD_SUBJECT, FORWARDED } from "@/lib/email-to-sms/reading/lines/mail-words";
import { withoutProgramLines } from "@/lib/email-to-sms/reading/lines/program-lines";
import { isSeparator, quotedHeadEnd } from "@/lib/email-to-sms/reading/lines/quoted-head";

/** As many empty lines end the text. */
const EMPTY_LINES = 3;

/** A line that only greets: "Hi Bob,". It is no text without the answer that stands below a quotation. */
const GREETING = /^[^.!?:]{1,40}[,，、!！]$/u;

/**
 * Returns the text that somebody wrote in an email, without what the mail program added (rules: email text). It ends
 * at a signature, at the email that is answered, and at three empty lines. A quotation above the text, of who
 * answers below it, is left out. An email that is passed on is kept. Of a long
 * text only the beginning is read. Takes time linear in the length; never throws.
 * @param subject tells an email that is passed on from one that is answered, if only a head stands above it.
 */
export function ownText(text: string, subject = ""): string {
  const isPassedOn = FORWARD_SUBJECT.test(subject.trim().slice(0, 40).toLowerCase());
  const lines = withoutProgramLines(
    withoutForwardQuotes(toMailLines(text.slice(0, MAX_TEXT_CHARACTERS)), isPassedOn),
  );
  return new OwnText(lines, isPassedOn).read();
}

/** One pass over the lines of an email. */
class OwnText {
  private readonly kept: string[] = [];
  private readonly attributions: Attributions;
  private readonly lines: readonly MailLine[];
  /** Whether the next head is that of the email that is passed on. */
  private isPassedOn: boolean;
  private empty = 0;

  constructor(lines: readonly MailLine[], isPassedOn: boolean) {
    this.lines = lines;
    this.isPassedOn = isPassedOn;
    this.attributions = findAttributions(lines);
  }

  read(): string {
    const first = skipEmpty(this.lines, 0);
    let at: number | null = this.quotationEnd(first) ?? first;
    while (at !== null && at < this.lines.length) at = this.next(at);
    return this.kept.join("\n").trim();
  }

  /** Keeps a line, or several, and returns the position of the next; null at the end of the text. */
  private next(at: number): number | null {
    const line = this.lines[at];
    if (line === undefined) return null;
    if (isForward(line)) return this.keepForward(at);
    if (line.isQuoted || this.attributions.has(at)) return this.isGreeted() ? this.quotationEnd(at) : null;
    const headEnd = quotedHeadEnd(this.lines, at);
    if (headEnd !== null) return this.isPassedOn ? this.keepHead(at, headEnd) : null;
    this.empty = line.text === "" ? this.empty + 1 : 0;
    if (line.words === SIGNATURE || this.empty >= EMPTY_LINES) return this.skipToForward(at);
    this.keep(line);
    return at + 1;
  }

  private keep({ text }: MailLine): void {
    this.kept.push(text.startsWith(NOT_QUOTED) ? text.slice(NOT_QUOTED.length) : text);
  }

  /** Keeps the line above an email that is passed on, and the head of it. */
  private keepForward(at: number): number {
    const begins = skipEmpty(this.lines, at + 1);
    const end = quotedHeadEnd(this.lines, begins) ?? at + 1;
    for (const line of this.lines.slice(at, end)) this.keep(line);
    this.empty = 0;
    this.isPassedOn = false;
    return end;
  }

  private keepHead(at: number, end: number): number {
    for (const line of this.lines.slice(at, end)) if (!isSeparator(line)) this.keep(line);
    this.empty = 0;
    this.isPassedOn = false;
    return end;
  }

  /** Whether only a greeting has been kept. */
  private isGreeted(): boolean {
    const [first = "", ...others] = this.kept.filter((line) => line !== "");
    return others.length === 0 && GREETING.test(first);
  }

  /** Returns the position behind quoted lines and the attribution above them; null if there are none here. */
  private quotationEnd(at: number): number | null {
    let end = skipEmpty(this.lines, this.attributions.get(at) ?? at);
    if (!this.lines[end]?.isQuoted) return null;
    while (this.lines[end]?.isQuoted) end = skipEmpty(this.lines, end + 1);
    return end;
  }

  /** Returns the position of an email that is passed on below a signature or empty lines; null if there is none. */
  private skipToForward(from: number): number | null {
    for (let at = from + 1; at < this.lines.length; at++) {
      const line = this.lines[at];
      if (line === undefined || line.isQuoted || this.attributions.has(at)) return null;
      const isHead = quotedHeadEnd(this.lines, at) !== null;
      if (isHead && !this.isPassedOn) return null;
      if (isHead || isForward(line)) return at;
    }
    return null;
  }
}

function isForward({ words, isQuoted }: MailLine): boolean {
  return !isQuoted && FORWARDED.test(words);
}

/** Takes one level of quotation from an email that is passed on. */
function withoutForwardQuotes(lines: readonly MailLine[], isPassedOn: boolean): MailLine[] {
  let isForwarded = false;
  let above: MailLine | undefined;
  return lines.map((line) => {
    const bare = line.isQuoted ? unquoted(line) : line;
    if (isForward(line)) isForwarded = true;
    else if (line.isQuoted && !above?.isQuoted) isForwarded ||= isPassedOn && isForward(bare);
    else if (!line.isQuoted && line.text !== "") isForwarded = false;
    if (line.text !== "") above = line;
    return isForwarded ? bare : line;
  });
}
