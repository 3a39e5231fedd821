import type { Language } from "@/lib/contracts/samples/language-names";

/** What a piece of code is; a piece of any other kind has the colour of text. */
export type TokenKind = "comment" | "string" | "number" | "keyword" | "name";

export type Token = { kind: TokenKind | undefined; text: string };

/** What code may be written in: the languages of samples, JSON, and a shell. */
export type CodeLanguage = Language | "json" | "shell";

/** How the tokens of a language look, each a piece of a pattern without groups of its own. */
type Grammar = { comment?: string; string: string; keyword?: string; name?: string };

const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"`;
const SINGLE = String.raw`'(?:[^'\\]|\\[^])*'`;
const BACKTICK = "`(?:[^`\\\\]|\\\\[^])*`";
const HASH = String.raw`(?<=^|\s)#[^\n]*`;
const SLASHES = String.raw`(?<!:)//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/`;

const words = (list: string) => String.raw`\b(?:${list.replaceAll(" ", "|")})\b`;

const SHELL: Grammar = {
  comment: HASH,
  string: String.raw`"(?:[^"\\]|\\[^])*"|'[^']*'|\bhttps?://[^\s"'\\]+`,
  keyword: String.raw`(?<=\s)--?[\w-]+|^curl\b`,
  name: String.raw`\$\w+`,
};

const GRAMMARS: Readonly<Record<CodeLanguage, Grammar>> = {
  curl: SHELL,
  shell: SHELL,
  json: {
    string: String.raw`${DOUBLE}(?!\s*:)`,
    name: String.raw`${DOUBLE}(?=\s*:)`,
    keyword: words("true false null"),
  },
  node: {
    comment: SLASHES,
    string: `${DOUBLE}|${SINGLE}|${BACKTICK}`,
    keyword: words(
      "async await catch const else export for from function if import instanceof let new of return throw true try false null",
    ),
  },
  python: {
    comment: HASH,
    string: `[bf]?${DOUBLE}|[bf]?${SINGLE}`,
    keyword: words(
      "and as class def else except exit for from if import in not or return try with True False None",
    ),
  },
  php: {
    comment: `${HASH}|${SLASHES}`,
    string: `${DOUBLE}|${SINGLE}`,
    keyword: String.raw`<\?php|${words("array echo else exit for foreach function if new return true false null")}`,
    name: String.raw`\$\w+`,
  },
  csharp: {
    comment: SLASHES,
    string: DOUBLE,
    keyword: words(
      "await bool byte class else false foreach if int long new null object public return static string true using var",
    ),
  },
  go: {
    comment: SLASHES,
    string: `${DOUBLE}|${BACKTICK}`,
    keyword: words("any defer false for func if import map nil package range return string true var"),
  },
  ruby: {
    comment: HASH,
    string: `${DOUBLE}|${SINGLE}`,
    keyword: words("and def do else end false if nil require return true unless"),
  },
};

const KINDS = ["comment", "name", "string", "keyword", "number"] as const;

const patterns = new Map<CodeLanguage, RegExp>();

function patternOf(language: CodeLanguage): RegExp {
  const known = patterns.get(language);
  if (known) return known;
  const grammar: Partial<Record<TokenKind, string>> = {
    ...GRAMMARS[language],
    number: String.raw`\b\d[\d_.]*\b`,
  };
  const pieces = KINDS.flatMap((kind) => (grammar[kind] ? [`(?<${kind}>${grammar[kind]})`] : []));
  const pattern = new RegExp(pieces.join("|"), "gm");
  patterns.set(language, pattern);
  return pattern;
}

/** The tokens of a piece of code: put together they are the code again. */
export function tokensOf(code: string, language: CodeLanguage): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(patternOf(language))) {
    if (match.index > end) tokens.push({ kind: undefined, text: code.slice(end, match.index) });
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined);
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: undefined, text: code.slice(end) });
  return tokens;
}
