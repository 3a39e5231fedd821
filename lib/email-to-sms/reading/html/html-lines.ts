import { isBlank } from "@/lib/email-to-sms/reading/html/blank";
import type { Tag } from "@/lib/email-to-sms/reading/html/html-tag";

/** Elements that begin and end a line. Those of the second set have an empty line around them. */
const BLOCKS = new Set(
  "address article aside body center dd div dl dt figure footer form header hr html li main nav ol section table tr ul".split(
    " ",
  ),
);
const PARAGRAPHS = new Set(["blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"]);

/** Text collected into lines with the white space of HTML. Lines of a quotation begin with `> `. */
export class HtmlLines {
  private readonly done: string[] = [];
  private line = "";
  /** The number or bullet of a list item, until the item's first line is written. */
  private marker = "";
  /** A space that counts only if more text follows in the line. */
  private space = false;
  /** The empty lines that count only if more text follows: those written, and the one around a paragraph. */
  private empty = 0;
  private gap = false;
  /** A flag for each open `blockquote`, true if it is a quotation; for each open list the number of its last item. */
  private readonly quotes: boolean[] = [];
  private quoteDepth = 0;
  private readonly lists: (number | null)[] = [];
  private preformatted = 0;

  /** Adds text with its entities decoded. */
  text(text: string): void {
    if (this.preformatted > 0) {
      this.keepLines(text);
      return;
    }
    // Other spaces stay: a non-breaking space is the writer's own.
    for (const [index, word] of text.split(/[ \t\r\n\f]+/).entries()) {
      if (index > 0) this.space = true;
      if (word === "") continue;
      this.line += this.space && this.line !== "" ? ` ${word}` : word;
      this.space = false;
    }
  }

  /** Enters an element, or marks the place of one without content. */
  open(name: string, { isQuote, isPreformatted }: Tag): void {
    this.edge(name);
    if (name === "br") this.end();
    if (name === "li") this.item();
    if (name === "ol" || name === "ul") this.lists.push(name === "ol" ? 0 : null);
    if (name === "blockquote") this.quotes.push(isQuote);
    if (isQuote) this.quoteDepth++;
    if (isPreformatted) this.preformatted++;
  }

  /** Leaves an element. */
  close(name: string): void {
    if (name === "ol" || name === "ul") this.lists.pop();
    this.edge(name);
    if (name === "br") this.end();
    if (name === "blockquote" && this.quotes.pop()) this.quoteDepth--;
  }

  /** Leaves a quotation other than a `blockquote`. */
  closeQuote(): void {
    this.endIfBegun();
    this.quoteDepth--;
  }

  /** Leaves an element whose line breaks counted. */
  closePreformatted(): void {
    this.preformatted = Math.max(0, this.preformatted - 1);
  }

  toString(): string {
    this.endIfBegun();
    return this.done.join("\n").replaceAll("\u00a0", " ");
  }

  private keepLines(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.end();
      this.line += line;
    }
  }

  private edge(name: string): void {
    if (name === "td" || name === "th") this.space = true;
    if (BLOCKS.has(name)) this.endIfBegun();
    if (!PARAGRAPHS.has(name)) return;
    this.endIfBegun();
    // The first paragraph of an item shares the line of its marker.
    this.gap = this.marker === "";
  }

  private item(): void {
    const number = this.lists.at(-1) ?? null;
    if (number !== null) this.lists[this.lists.length - 1] = number + 1;
    this.marker = number === null ? "- " : `${number + 1}. `;
    this.gap = false;
  }

  private endIfBegun(): void {
    if (this.line !== "") this.end();
    this.space = false;
  }

  private end(): void {
    const line = this.line;
    this.line = "";
    this.space = false;
    if (isBlank(line)) {
      this.empty++;
      return;
    }
    const gap = this.gap && this.done.length > 0 ? 1 : 0;
    for (let count = Math.max(this.empty, gap); count > 0; count--) this.done.push("");
    this.done.push(`${this.quoteDepth > 0 ? "> " : ""}${this.marker}${line}`);
    this.marker = "";
    this.empty = 0;
    this.gap = false;
  }
}
