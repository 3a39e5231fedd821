import { fillTemplate } from "@/lib/sms/text/fill-template";

type Values = Readonly<Record<string, string | undefined>>;

/** Words of a clause that only leads to a tracking link, in the languages of our customers' shops. */
const LEADS_TO_LINK =
  /(?<!\p{L})(?:track(?:ing)?|trace|follow|links?|url|click|tap|visit|see|view|check|find|here|suivi|suivre|verfolg\p{L}*|sendung\p{L}*|seguimiento|rastre\p{L}*|volg|spor|spåra)(?!\p{L})/iu;

/** A line break, or the space after a full stop that ends a sentence rather than an abbreviation. */
const BETWEEN_SENTENCES = /(\s*\n\s*|(?<=[.!?])(?<!\b(?:no|nr|mr|mrs|ms|dr|st|ltd)\.)[ \t]+)/i;

/** The end of a clause inside a sentence. */
const BETWEEN_CLAUSES = /(\s*[,:;(–—]\s*|\s+-+\s+|\s+-+\s*$|\s+(?:and|&)\s+)/;

const NAMES = /\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * Fills a template with the values of an order, and keeps each sentence whole (rules: storefront texts). It drops the
 * words that lead to a missing value. Never throws.
 */
export function orderText(template: string, values: Values): string {
  // Sentences have even indexes, and the spaces between them have odd ones.
  const pieces = template.split(BETWEEN_SENTENCES);
  let whole = "";
  for (let index = 0; index < pieces.length; index += 2) {
    const sentence = withoutGaps(pieces[index] ?? "", values);
    if (sentence !== "") whole += `${whole === "" ? "" : (pieces[index - 1] ?? "")}${sentence}`;
  }
  return fillTemplate(whole, values);
}

/** Returns a sentence without its missing values. It removes the first of them first. */
function withoutGaps(sentence: string, values: Values): string {
  const gap = [...sentence.matchAll(NAMES)].find(([, name = ""]) => !values[name]);
  if (gap === undefined) return sentence;
  const [token, name = ""] = gap;
  const before = sentence.slice(0, gap.index);
  const rest = withoutGap(name, before, sentence.slice(gap.index + token.length));
  return /[\p{L}\p{N}]/u.test(rest) ? withoutGaps(rest, values) : "";
}

/** Returns a sentence without one of its values. */
function withoutGap(name: string, before: string, after: string): string {
  if (name === "tracking_url") return withoutClause(before, after);
  const labelled = /(?:(?:^|[\s,;(–—-]+)\p{L}+(?:\s\p{L}+)?)\s*[:=]\s*$/u.exec(before);
  if (labelled) return `${before.slice(0, labelled.index)}${after.replace(/^\s*\)/, "")}`;
  if (name === "first_name") return withoutName(before, after);
  if (name === "order_number") {
    const unnumbered = before.replace(/\s*(?:\b(?:no|nr|number)\b\.?)?\s*#?\s*$/i, "");
    return `${unnumbered.replace(/\b(for|of) order$/i, "$1 your order")}${after}`;
  }
  return `${before.replace(/\s*\b(?:of|worth|over|at|for|from)\s*$/i, "")}${after}`;
}

function withoutName(before: string, after: string): string {
  if (/^\s*dear\s*$/i.test(before)) return `Hello${after}`;
  if (before.trim() !== "") return `${before}${after}`;
  const rest = after.replace(/^[\s,:;!.–—-]+/, "");
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}

/** Drops a link's clause, the clauses before it that only lead to the link, and the rest of the sentence. */
function withoutClause(before: string, after: string): string {
  const parts = before.split(BETWEEN_CLAUSES);
  while (parts.length > 0 && isLead(parts.at(-1) ?? "")) parts.splice(-2);
  const kept = parts
    .join("")
    .replace(/\s*\b(?:at|via|on|from|with|using|by|to|is|under)\s*$/i, "")
    .replace(/(?:[\s,:;(–—=-]|\s+(?:and|&))+$/, "");
  // A full stop seldom follows a link. A capital or another value begins the next sentence.
  const next = /^\s*(?:\p{Lu}|\{\{|[–—-]\s)/u.test(after) ? after.trim() : "";
  const end = /^\)?([.!?])/.exec(after)?.[1] ?? /([.!?])$/.exec(after)?.[1] ?? ".";
  // A list of values has no full stops, and no words that lead to the link.
  const isSentence = kept !== before.trim() || /^\p{Lu}/u.test(next) || /^\)?[.!?]/.test(after);
  const sentence = kept === "" || !isSentence || /[.!?]$/.test(kept) ? kept : `${kept}${end}`;
  return [sentence, next].filter((text) => text !== "").join(" ");
}

function isLead(clause: string): boolean {
  return clause.trim() === "" || LEADS_TO_LINK.test(clause);
}
