import { decodeEntities } from "@/lib/email-to-sms/reading/html-entities";

/** What stands in a line of its own; those of the second set have an empty line around them. */
const BLOCKS = new Set(
  "address article aside body center dd div dl dt figure footer form header hr html li main nav ol section table tr ul".split(
    " ",
  ),
);
const PARAGRAPHS = new Set(["blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"]);

/** What is in these is no text. What a head has besides is no text anyway, and where it ends need not be said. */
const HIDDEN = new Set(["script", "style", "template", "title"]);

const TAG_NAME = /^\/?([a-z][a-z0-9]{0,19})/i;

/**
 * The text of an HTML part as a person sees it, in lines; what a `blockquote` holds begins with `> `. It knows no
 * style sheets and trusts no tag to be closed. Takes time linear in the length; never throws.
 */
export function htmlToText(html: string): string {
  // Of ASCII alone: a letter such as İ has more characters in lower case, and what follows would not be found.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const lines = new Lines();
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    lines.text(html.slice(at, tag < 0 ? undefined : tag));
    if (tag < 0) break;
    const name = TAG_NAME.exec(html.slice(tag + 1, tag + 22))?.[1]?.toLowerCase();
    if (name === undefined && !/[!?/]/.test(html.charAt(tag + 1))) {
      lines.text("<");
      at = tag + 1;
      continue;
    }
    const isClosing = html.charAt(tag + 1) === "/";
    if (name !== undefined) lines.tag(name, isClosing);
    at =
      name === undefined || (!isClosing && HIDDEN.has(name)) ? endOf(lower, tag, name) : endOfTag(html, tag);
  }
  return lines.toString();
}

/** Where what begins with this `<` and is no plain tag ends: a comment, or what is hidden with all that is in it. */
function endOf(lower: string, tag: number, hidden: string | undefined): number {
  const [end, from] =
    hidden !== undefined
      ? [`</${hidden}`, tag + 1]
      : lower.startsWith("<!--", tag)
        ? ["-->", tag + 4]
        : [">", tag];
  const found = lower.indexOf(end, from);
  if (found < 0) return lower.length;
  // The closing tag itself is read next.
  return end.startsWith("</") ? found : found + end.length;
}

/** Where a tag ends: not within a value in quotes. Quotes that are never closed are none. */
function endOfTag(html: string, tag: number): number {
  const next = /=\s*(["'])|>/g;
  next.lastIndex = tag;
  for (let found = next.exec(html); found !== null; found = next.exec(html)) {
    const [, quote] = found;
    if (quote === undefined) return next.lastIndex;
    const closed = html.indexOf(quote, next.lastIndex);
    if (closed >= 0) next.lastIndex = closed + 1;
  }
  return html.length;
}

/** Text gathered into lines, with the white space of HTML. */
class Lines {
  private readonly done: string[] = [];
  private line = "";
  private quotes = 0;
  /** A space that counts only when more follows in the line, and an empty line when there is any after it. */
  private space = false;
  private gap = false;

  text(raw: string): void {
    // Not every space: one that must not break is the writer's own.
    for (const [index, word] of decodeEntities(raw)
      .split(/[ \t\r\n\f]+/)
      .entries()) {
      if (index > 0) this.space = true;
      if (word === "") continue;
      if (this.gap && this.done.length > 0 && this.done.at(-1) !== "") this.done.push("");
      this.gap = false;
      this.line += this.space && this.line !== "" ? ` ${word}` : word;
      this.space = false;
    }
  }

  tag(name: string, isClosing: boolean): void {
    if (name === "br") this.end();
    else if (name === "td" || name === "th") this.space = true;
    else if (BLOCKS.has(name)) this.endIfBegun();
    else if (PARAGRAPHS.has(name)) this.paragraph();
    if (name === "li" && !isClosing) this.line = "- ";
    if (name === "blockquote") this.quotes = Math.max(0, this.quotes + (isClosing ? -1 : 1));
  }

  private paragraph(): void {
    this.endIfBegun();
    this.gap = true;
  }

  private endIfBegun(): void {
    if (this.line !== "") this.end();
    this.space = false;
  }

  private end(): void {
    this.done.push(this.quotes > 0 ? `> ${this.line}` : this.line);
    this.line = "";
    this.space = false;
  }

  toString(): string {
    this.endIfBegun();
    return this.done.join("\n").replaceAll("\u00a0", " ");
  }
}
