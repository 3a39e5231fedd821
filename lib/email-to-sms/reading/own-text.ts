/** The line above a signature; mail programs lose the space that belongs behind it. */
const SIGNATURE = /^-- ?$/;

const ORIGINAL = /^-{2,}\s*Original Message\s*-{2,}$/i;
const FORWARDED = /^-{2,}\s*Forwarded message\s*-{2,}$/i;
const RULE = /^_{10,}$/;

/** How many lines the head of a quoted email may take, and the line that says who wrote it. */
const HEAD_LINES = 8;
const ATTRIBUTION_LINES = 4;

/** As many empty lines end the text. */
const EMPTY_LINES = 3;

/**
 * What somebody wrote in an email, without what the mail program added (rules: email text). It ends at a
 * signature, at the email that is answered, and at three empty lines. A quotation above the text, of who
 * answers below it, is left out. Takes time linear in the length; never throws.
 */
export function ownText(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const start = afterQuotation(lines);
  let [end, empty] = [start, 0];
  while (end < lines.length && empty < EMPTY_LINES && !endsText(lines, end)) {
    empty = isEmpty(lines[end]) ? empty + 1 : 0;
    end++;
  }
  return lines
    .slice(start, end)
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

const isEmpty = (line = "") => line.trim() === "";
const isQuoted = (line = "") => /^ ?>/.test(line);

/** The first line that is the writer's own. */
function afterQuotation(lines: readonly string[]): number {
  let at = skipEmpty(lines, 0);
  const quoted = attributionEnd(lines, at) ?? at;
  const first = skipEmpty(lines, quoted);
  if (!isQuoted(lines[first])) return at;
  at = first;
  while (isQuoted(lines[at]) || (isEmpty(lines[at]) && isQuoted(lines[at + 1]))) at++;
  return skipEmpty(lines, at);
}

function skipEmpty(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isEmpty(lines[at])) at++;
  return at;
}

function endsText(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return (
    SIGNATURE.test(line) ||
    isQuoted(line) ||
    ORIGINAL.test(line.trim()) ||
    attributionEnd(lines, at) !== null ||
    (RULE.test(line.trim()) && isHead(lines, skipEmpty(lines, at + 1))) ||
    isHead(lines, at)
  );
}

/** Behind "On … wrote:", which mail programs break into lines; null where there is none. */
function attributionEnd(lines: readonly string[], at: number): number | null {
  if (!/^On\s/.test(lines[at] ?? "")) return null;
  for (let index = at; index < at + ATTRIBUTION_LINES && !isEmpty(lines[index]); index++) {
    if (/\bwrote:\s*$/.test(lines[index] ?? "")) return index + 1;
  }
  return null;
}

/** Whether the head of the email that is answered begins here, as Outlook writes it: who, when, to whom. */
function isHead(lines: readonly string[], at: number): boolean {
  if (!/^\s*\*?From:/.test(lines[at] ?? "")) return false;
  // What is forwarded is what the writer wants to be read.
  if (FORWARDED.test((lines[at - 1] ?? "").trim())) return false;
  const head = lines.slice(at + 1, at + HEAD_LINES);
  return (
    head.some((line) => /^\s*\*?(Sent|Date):/.test(line)) &&
    head.some((line) => /^\s*\*?(To|Subject):/.test(line))
  );
}
