import { decodeHTMLAttribute } from "entities/decode";

/** The longest part of a tag that is read, in characters. */
const MAX_TAG = 4000;

/** A style that hides an element from its reader. A size of zero is not included: inner elements set their own sizes. */
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|max-height\s*:\s*0(?:px)?\s*;(?:.*;)?\s*overflow\s*:\s*hidden|overflow\s*:\s*hidden\s*;(?:.*;)?\s*max-height\s*:\s*0(?:px)?\s*(?:;|$))/i;

/** Classes and ids of the signatures that mail programs add (rules: email text). */
const SIGNATURE =
  /(?:^|\s)(?:gmail_signature|gmail_signature_prefix|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature|signature|yahoo-signature|ydp\w{1,20}signature|x_signature|x_ms-outlook-mobile-signature|mail-editor-reference-message-signature|airmail_signature|bloop_sign|k9mail-signature|spark-signature|DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2)(?:\s|$)/i;

/** Classes and ids of elements, other than a blockquote, that hold the answered email. */
const QUOTE = /(?:^|\s)(?:(?:ydp\w{1,20})?yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra)(?:\s|$)/i;

const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3#*0-9]){1,20}$/u;

/** The attributes of an opening tag that affect its element's text. */
export type Tag = {
  isHidden: boolean;
  isQuote: boolean;
  /** True if line breaks inside the element count. */
  isPreformatted: boolean;
  /** True for the number or bullet of a list that Word writes as text. */
  isListMark: boolean;
  /** The emoji of an image; empty for any other element. */
  emoji: string;
};

const PLAIN: Tag = { isHidden: false, isQuote: false, isPreformatted: false, isListMark: false, emoji: "" };

/** Reads the attributes of an opening tag, which begins with its `<`. */
export function readTag(name: string, whole: string): Tag {
  const quoteByName = name === "blockquote";
  if (!whole.includes("=") && !/\shidden\b/i.test(whole.slice(0, MAX_TAG))) {
    return quoteByName || name === "pre"
      ? { ...PLAIN, isQuote: quoteByName, isPreformatted: !quoteByName }
      : PLAIN;
  }
  const attributes = attributesOf(whole.slice(0, MAX_TAG));
  const style = attributes.get("style") ?? "";
  const marks = `${attributes.get("class") ?? ""} ${attributes.get("id") ?? ""}`;
  const alt = decodeHTMLAttribute(attributes.get("alt") ?? "");
  return {
    isHidden: attributes.has("hidden") || HIDING_STYLE.test(style) || SIGNATURE.test(marks),
    isQuote: quoteByName ? !isIndent(style, marks, attributes) : isQuoteBox(name, marks, attributes),
    isPreformatted: name === "pre" || /white-space\s*:\s*(?:pre|break-spaces)/i.test(style),
    isListMark: /mso-list\s*:\s*ignore/i.test(style),
    emoji: name === "img" && EMOJI.test(alt) ? alt : "",
  };
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of tag.matchAll(
    /[\s"'/]([a-z-]{1,30})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi,
  )) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  return found;
}

/** Returns whether a blockquote only indents a paragraph. */
function isIndent(style: string, marks: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.get("type")?.toLowerCase() === "cite") return false;
  return (
    /webkit-indent-blockquote/i.test(marks) ||
    /border(?:-width)?\s*:\s*(?:none|0(?:px)?)(?:\s|;|$)/i.test(style)
  );
}

function isQuoteBox(name: string, marks: string, attributes: ReadonlyMap<string, string>): boolean {
  return name === "div" && (QUOTE.test(marks) || attributes.get("name")?.toLowerCase() === "quote");
}
