import { type FoundText, withoutCode, withoutQuotations } from "@/tests/support/house/words";

/** A break of a rule of docs/writing.md, with the number of the rule. */
export type Finding = { file: string; line: number; rule: number; found: string };

/** A pattern of a rule. */
type Pattern = { rule: number; pattern: RegExp };

export const MOST_WORDS = 30;

/** Matched against each sentence that is no question. */
const PATTERNS: readonly Pattern[] = [
  // Clauses as subjects and objects.
  { rule: 2, pattern: /^(?:who|whose|whom|where|wherever|whether|how)\b/i },
  { rule: 2, pattern: /\b(?:whoever|whomever|whatever|what)\b(?! if\b)/i },
  { rule: 2, pattern: /\b(?:(?:nothing|all) that|that which)\b/i },
  {
    rule: 2,
    pattern:
      /\b(?:(?:of|to|by|for|from|with|about|on) (?:who|where)|(?:says?|tells?|told|shows?|knows?|names|is|sees?|decides?|asks?|learns?|finds?|reads?|records?) (?:who|whom|where))\b/i,
  },
  { rule: 2, pattern: /\b(?:of|by|from|in|on|to|for) how\b/i },
  // Actors.
  { rule: 3, pattern: /\b(?:nobody|somebody|anybody|none of)\b/i },
  {
    rule: 3,
    pattern:
      /^(?:none|no one|nothing)\b(?=.*\w)(?! to\b)(?! (?:is|was|has been|will be|can be) (?:\w+ed|sent|lost|paid|shown|written|stored)\b)/i,
  },
  // Pronouns.
  { rule: 5, pattern: /\b(?:theirs|hers|its own['’]s|(?:that|this) one['’]s)\b/i },
  {
    rule: 5,
    pattern:
      /\b(?:the others?|another|each other)(?:['’]s|s['’])(?=[.,;:)]|$| (?:is|are|was|were|and|or|by|in|with|of|to|for|has|have|than|as)\b)/i,
  },
  { rule: 5, pattern: /^(?:it is (?:that|those)|they are (?:that|those))\b/i },
  // Prepositions.
  { rule: 7, pattern: /^(?:of(?! course\b)|by(?! default\b)|for so|as of|so that|with which|with whom)\b/i },
];

/**
 * The end of a sentence: its mark, closing brackets and quotes, white space, and a start behind it. Or an
 * arrow.
 */
const BOUNDARY =
  /(?:(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|No|St|Mr|Mrs|Ms|Dr))(?<!\b[A-Z])[.!?…]*[.!?][)\]"”'’*_]*\s+(?=[("“'‘*_[]*[A-Z0-9…]))|\s→\s+/g;

/** The sentences of a text, and the position of each. */
export function sentencesOf(text: string): { sentence: string; index: number }[] {
  const sentences: { sentence: string; index: number }[] = [];
  let last = 0;
  for (const { 0: end, index } of text.matchAll(BOUNDARY)) {
    sentences.push({ sentence: text.slice(last, index + end.trimEnd().length), index: last });
    last = index + end.length;
  }
  sentences.push({ sentence: text.slice(last), index: last });
  return sentences;
}

/** Returns the breaks of the rules in the texts of a file. */
export function findingsIn(file: string, texts: readonly FoundText[]): Finding[] {
  return texts.filter(isProse).flatMap((found) => {
    if (found.kind === "type")
      return PARTICIPLE.test(found.text)
        ? [{ file, line: found.line, rule: 12, found: `type ${found.text}` }]
        : [];
    const text = withoutQuotations(withoutCode(found.text)).replace(LINKED_TITLE, "…");
    return sentencesOf(text).flatMap(({ sentence, index }) => {
      const start = sentence.search(/[^\s("“'‘*_[]|$/);
      const plain = sentence.slice(start).replaceAll("\n", " ");
      const lineAt = (offset: number) =>
        found.line + text.slice(0, index + start + offset).split("\n").length - 1;
      return breaksIn(plain).map(({ at, ...broken }) => ({ file, line: lineAt(at), ...broken }));
    });
  });
}

function breaksIn(sentence: string): { at: number; rule: number; found: string }[] {
  if (/\?[)\]"”'’*_]*$/.test(sentence)) return [];
  const breaks = PATTERNS.flatMap(({ rule, pattern }) => {
    const match = pattern.exec(sentence);
    return match ? [{ at: match.index, rule, found: around(sentence, match) }] : [];
  });
  const words = sentence.split(/\s+/).filter((word) => /[a-z0-9]/i.test(word)).length;
  if (words <= MOST_WORDS) return breaks;
  return [...breaks, { at: 0, rule: 4, found: `${words} words: ${sentence.slice(0, 60)}` }];
}

/** The text of a link that begins like the title of a page. */
const LINKED_TITLE = /\[[A-Z][^\]\n]*\]/g;

const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|CREATE|ALTER|DROP|VALUES|RETURNING|JOIN)\b|^(?:select|insert|update|delete|with) /;

/** A title is no sentence. A string is one if it ends like one, or begins like a line of the log. */
function isProse({ kind, text }: FoundText): boolean {
  if (kind === "title") return false;
  return (
    kind !== "string" || (/\S\s+\S+\s+\S/.test(text) && /[.!](?:\s|$)|^[a-z]/.test(text) && !SQL.test(text))
  );
}

function around(sentence: string, match: RegExpExecArray): string {
  return sentence.slice(match.index, match.index + match[0].length + 30).trim();
}

/** Names of types that are a bare participle. */
const PARTICIPLE =
  /^(?:[A-Z][a-z]*[^e\W]ed|Bound|Brought|Built|Begun|Broken|Chosen|Done|Drawn|Driven|Fed|Felt|Forgotten|Found|Given|Gone|Grown|Held|Hidden|Kept|Known|Laid|Led|Left|Lent|Lost|Made|Meant|Met|Paid|Said|Seen|Sent|Shown|Sold|Spent|Spoken|Stood|Sworn|Taken|Taught|Thought|Thrown|Told|Understood|Wanted|Woken|Won|Written)$/;
