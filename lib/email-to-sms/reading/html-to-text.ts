import { decodeHTML } from "entities/decode";
import { HtmlLines } from "@/lib/email-to-sms/reading/html/html-lines";
import { readTag } from "@/lib/email-to-sms/reading/html/html-tag";

/** Elements whose content is no text. A head has no other text, and its end tag may be missing. */
const HIDDEN = new Set(["script", "style", "template", "title", "noscript", "object", "select", "svg"]);

/** Elements without content. */
const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
]);

const TAG_NAME = /^\/?([a-z][a-z0-9]{0,19})/i;

/** An open element, and the number of open elements of the same name inside it. */
type OpenElement = { name: string; depth: number };

/**
 * Returns the text of an HTML part as its reader sees it, in lines; lines of a quotation begin with `> `. It reads
 * inline styles and the class names of mail programs, and ignores style sheets. Tags need not be closed. Takes time
 * linear in the length; never throws.
 */
export function htmlToText(html: string): string {
  // Only ASCII changes case: a letter such as İ is longer in lower case, and later positions would be wrong.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const reader = new Reader();
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    reader.text(html.slice(at, tag < 0 ? undefined : tag));
    if (tag < 0) break;
    const name = TAG_NAME.exec(html.slice(tag + 1, tag + 22))?.[1]?.toLowerCase();
    if (name === undefined && !/[!?/]/.test(html.charAt(tag + 1))) {
      reader.text("<");
      at = tag + 1;
      continue;
    }
    const isClosing = html.charAt(tag + 1) === "/";
    if (name === undefined) at = endOfComment(lower, tag);
    else {
      at = endOfTag(html, tag);
      if (isClosing) reader.close(name);
      else if (HIDDEN.has(name)) at = closingTag(lower, name, at);
      else reader.open(name, html.slice(tag, at));
    }
  }
  return reader.toString();
}

/** A reader that tracks the open elements that affect their text. */
class Reader {
  private readonly lines = new HtmlLines();
  private hidden: OpenElement | null = null;
  private quote: OpenElement | null = null;
  private preformatted: OpenElement | null = null;
  private listMark: OpenElement | null = null;

  text(raw: string): void {
    if (this.hidden !== null || raw === "") return;
    const text = raw.includes("&") ? decodeHTML(raw) : raw;
    this.lines.text(this.listMark === null ? text : listMark(text));
  }

  open(name: string, whole: string): void {
    if (VOID.has(name)) {
      if (this.hidden === null) this.void(name, whole);
      return;
    }
    if (this.hidden?.name === name) this.hidden.depth++;
    if (this.hidden !== null) return;
    const tag = readTag(name, whole);
    if (tag.isHidden) {
      this.hidden = { name, depth: 1 };
      return;
    }
    if (this.quote?.name === name) this.quote.depth++;
    if (this.preformatted?.name === name) this.preformatted.depth++;
    if (this.listMark?.name === name) this.listMark.depth++;
    else if (tag.isListMark) this.listMark = { name, depth: 1 };
    const isQuote = tag.isQuote && (name === "blockquote" || this.quote === null);
    const isPreformatted = tag.isPreformatted && this.preformatted === null;
    this.lines.open(name, { ...tag, isQuote, isPreformatted });
    if (isQuote && name !== "blockquote") this.quote = { name, depth: 1 };
    if (isPreformatted) this.preformatted = { name, depth: 1 };
  }

  close(name: string): void {
    if (this.hidden !== null) {
      if (this.hidden.name === name && --this.hidden.depth === 0) this.hidden = null;
      return;
    }
    this.lines.close(name);
    if (this.listMark?.name === name && --this.listMark.depth === 0) this.listMark = null;
    if (this.preformatted?.name === name && --this.preformatted.depth === 0) {
      this.preformatted = null;
      this.lines.closePreformatted();
    }
    if (this.quote?.name === name && --this.quote.depth === 0) {
      this.quote = null;
      this.lines.closeQuote();
    }
  }

  toString(): string {
    return this.lines.toString();
  }

  private void(name: string, whole: string): void {
    const tag = readTag(name, whole);
    if (tag.isHidden) return;
    this.lines.open(name, { ...tag, isQuote: false, isPreformatted: false });
    if (tag.emoji !== "") this.lines.text(tag.emoji);
  }
}

/** Returns the number or bullet of a list. Word pads both with spaces, and draws bullets in a font of symbols. */
function listMark(text: string): string {
  return text.replace(/\u00a0+/g, " ").replace(/[·•§o\uf000-\uf0ff](?=\s|$)/g, "-");
}

/** Returns the end of a comment, or of a tag without a name. */
function endOfComment(lower: string, tag: number): number {
  // `<!-->` is a whole comment.
  const [end, from] = lower.startsWith("<!--", tag) ? ["-->", tag + 2] : [">", tag];
  const found = lower.indexOf(end, from);
  return found < 0 ? lower.length : found + end.length;
}

/** Returns the position of the tag that closes a hidden element. */
function closingTag(lower: string, name: string, from: number): number {
  const found = lower.indexOf(`</${name}`, from);
  return found < 0 ? lower.length : found;
}

/** Returns the end of a tag outside of values in quotes. A quote without a second one is ignored. */
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
