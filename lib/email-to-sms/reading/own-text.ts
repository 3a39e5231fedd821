import { NOT_QUOTED } from "@/lib/email-to-sms/reading/decoding/flowed";
import { MAX_TEXT_CHARACTERS } from "@/lib/email-to-sms/reading/limits";
import { type Attributions, findAttributions } from "@/lib/email-to-sms/reading/lines/attribution";
import { type MailLine, SIGNATURE, skipEmpty, unquoted } from "@/lib/email-to-sms/reading/lines/mail-line";
import { toMailLines } from "@/lib/email-to-sms/reading/lines/mail-lines";
import { FORWARD_SUBJECT, FORWARDED } from "@/lib/email-to-sms/reading/lines/mail-words";
import { withoutProgramLines } from "@/lib/email-to-sms/reading/lines/program-lines";
import { isSeparator, quotedHeadEnd } from "@/lib/email-to-sms/reading/lines/quoted-head";

/** The number of empty lines that end the text. */
const EMPTY_LINES = 3;

/** A line that only greets: "Hi Bob,". It counts only together with the answer below a quotation. */
const GREETING = /^[^.!?:]{1,40}[,，、!！]$/u;

/**
 * Returns the writer's own text of an email, without lines of the mail program (rules: email text). It ends at a
 * signature, at the answered email, and at three empty lines. It drops a quotation above an answer. It keeps a
 * forwarded email. It reads only the beginning of a long text. Takes time linear in the length; never throws.
 * @param subject distinguishes a forwarded email from an answered one if only a head precedes it.
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
  /** True if the next head belongs to the forwarded email. */
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

  /** Keeps one or more lines and returns the index of the next line; null at the end of the text. */
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

  /** Keeps the line above a forwarded email, and the email's head. */
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

  /** Returns whether only a greeting has been kept. */
  private isGreeted(): boolean {
    const [first = "", ...others] = this.kept.filter((line) => line !== "");
    return others.length === 0 && GREETING.test(first);
  }

  /** Returns the index after quoted lines and the attribution above them; null without a quotation. */
  private quotationEnd(at: number): number | null {
    let end = skipEmpty(this.lines, this.attributions.get(at) ?? at);
    if (!this.lines[end]?.isQuoted) return null;
    while (this.lines[end]?.isQuoted) end = skipEmpty(this.lines, end + 1);
    return end;
  }

  /** Returns the index of a forwarded email below a signature or empty lines; null without a forwarded email. */
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

/** Removes one level of quotation from a forwarded email. */
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
