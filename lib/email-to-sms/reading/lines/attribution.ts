import type { MailLine } from "@/lib/email-to-sms/reading/lines/mail-line";
import { OPENER, VERB } from "@/lib/email-to-sms/reading/lines/mail-words";

/** The most lines of an attribution. */
const MAX_LINES = 4;

const END = /[:：]$|님이\s?작성[:：]?$/u;
/** The form "---- On Monday, Bob wrote ----". */
const DASHED = /^-{2,}.*-{2,}$/;

const ADDRESS = /[<([＜][^<>()[\]\s]{1,254}@[^<>()[\]\s]{1,254}[>)\]＞]/u;
const DATE =
  /(?<!\p{Nd})(?:(?:19|20|25)\d\d|[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]{4})(?!\p{Nd})|(?<![\p{Nd}.])\p{Nd}{1,2}[./-]\s?\p{Nd}{1,2}[./-]\s?\p{Nd}{2,4}(?!\p{Nd})/u;
const TIME =
  /(?<![\p{Nd}./:])\p{Nd}{1,2}\s?[:.h時点點시]\s?\p{Nd}{2}(?![\p{Nd}/]|\.\p{Nd})|\p{Nd}\s?(?:a\.?m|p\.?m)\b/u;

/** The attributions of quotations: the index of each first line, with the index after the last line. */
export type Attributions = ReadonlyMap<number, number>;

/**
 * Finds the attributions of quotations, which name the writer and take up to four lines. A line above quoted lines
 * needs a verb, an address or a date. Any other line needs more of these, because a wrong match would drop half of a
 * text. Takes time linear in the length.
 */
export function findAttributions(lines: readonly MailLine[]): Attributions {
  const found = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    if (line.isQuoted || line.words === "") continue;
    if (!END.test(line.words) && !DASHED.test(line.words)) continue;
    const start = firstLine(lines, at);
    if (start !== null) found.set(start, at + 1);
  }
  return found;
}

function firstLine(lines: readonly MailLine[], last: number): number | null {
  const isAbove = nextSeen(lines, last)?.isQuoted === true;
  let text = "";
  for (let at = last; at > last - MAX_LINES && at >= 0; at--) {
    const line = lines[at];
    if (line === undefined || line.isQuoted || line.words === "") break;
    // A sentence that has ended cannot begin an attribution.
    if (at < last && /[.!?]$/.test(line.words) && !OPENER.test(line.words)) break;
    text = `${line.words} ${text}`.trim();
    if (isAttribution(text)) return opening(lines, at, text);
  }
  return isAbove && isAboveQuotation(lines[last]?.words ?? "") ? opening(lines, last, "") : null;
}

/** Returns the next line that is not empty, within a few lines. */
function nextSeen(lines: readonly MailLine[], at: number): MailLine | undefined {
  return lines.slice(at + 1, at + 1 + MAX_LINES).find(({ text }) => text !== "");
}

/** Returns the index of the line above if the attribution begins there: "On Saturday," above a line with the date. */
function opening(lines: readonly MailLine[], at: number, text: string): number {
  const above = lines[at - 1];
  const begins = !OPENER.test(text) && above !== undefined && !above.isQuoted && OPENER.test(above.words);
  return begins && !/[.!?:]$/.test(above.words) ? at - 1 : at;
}

function isAttribution(text: string): boolean {
  const { hasVerb, hasAddress, hasDate, hasTime } = evidenceOf(text);
  if (DASHED.test(text)) return hasVerb && (hasAddress || hasDate);
  if (hasVerb) return (hasAddress && (hasDate || hasTime)) || (hasDate && (hasTime || OPENER.test(text)));
  return hasAddress && hasDate && hasTime;
}

function isAboveQuotation(text: string): boolean {
  const { hasVerb, hasAddress, hasDate, hasTime } = evidenceOf(text);
  return hasVerb || hasAddress || (hasDate && hasTime);
}

function evidenceOf(text: string) {
  // An address may contain digits and words.
  const rest = text.replace(new RegExp(ADDRESS, "gu"), " ");
  return {
    hasVerb: VERB.test(rest),
    hasAddress: rest !== text,
    hasDate: DATE.test(rest),
    hasTime: TIME.test(rest),
  };
}
