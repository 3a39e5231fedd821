import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "@/server/base/root";

/**
 * A text for people. A line break in `text` is one of the file, so that a position has a line.
 * A piece of inline code, a quotation and a value of a template are one placeholder each.
 */
export type FoundText = { text: string; line: number; kind: Kind };

type Kind = "comment" | "string" | "prose" | "title" | "type";

/** A word or phrase that is not used, and the one that is. */
export type Odd = { odd: RegExp; better: string };

/** A use of an odd phrase. */
export type OddUse = { file: string; line: number; found: string; better: string };

/** The used part of a parser of TypeScript: the compiler that builds this project has no interface for it. */
type Parser = {
  createSourceFile(file: string, text: string, target: number, setParents: boolean, kind: number): Source;
  forEachChild(node: Node, visit: (child: Node) => void): void;
  SyntaxKind: Record<string, number>;
  ScriptKind: { TS: number; TSX: number };
};
type Node = { kind: number; pos: number; end: number; text?: string; name?: { text?: string; pos: number } };
type Source = Node & { getLineAndCharacterOfPosition(position: number): { line: number } };

const parser = createRequire(path.join(ROOT, "tools/client-generators/package.json"))("typescript") as Parser;
const { SyntaxKind: KIND } = parser;

const LATEST_TARGET = 99;

/** The placeholder of code and of values, which a count of words ignores. */
const PLACEHOLDER = "…";

const kinds = (names: string[]) => new Set(names.map((name) => KIND[name]));

/** Nodes with text of their own. */
const TEXTS = kinds(["StringLiteral", "NoSubstitutionTemplateLiteral", "JsxText"]);

/** Parts of a template with values. */
const PARTS = kinds(["TemplateHead", "TemplateMiddle", "TemplateTail"]);

/** Nodes that declare a type with a name. */
const TYPES = kinds(["TypeAliasDeclaration", "InterfaceDeclaration", "ClassDeclaration"]);

/** Nodes whose strings are names of modules, types or properties. */
const NAMES = kinds(["ImportDeclaration", "ExportDeclaration", "LiteralType", "PropertyAccessExpression"]);

/** Attributes of JSX that no person reads. */
const UNREAD_ATTRIBUTES = new Set([
  "className",
  "href",
  "id",
  "key",
  "name",
  "type",
  "value",
  "autoComplete",
]);

/**
 * Returns the texts of a TypeScript file: its comments, the strings that people may read, and the names of
 * its types.
 */
export function textsOf(file: string, source: string): FoundText[] {
  const { TS, TSX } = parser.ScriptKind;
  const tree = parser.createSourceFile(file, source, LATEST_TARGET, false, file.endsWith("x") ? TSX : TS);
  const found: FoundText[] = [];
  const opaque: [start: number, end: number][] = [];
  const add = (start: number, text: string, kind: Kind) => {
    if (text !== "") found.push({ text, line: tree.getLineAndCharacterOfPosition(start).line + 1, kind });
  };
  const addString = (node: Node, raw: string) => {
    const isJsx = node.kind === KIND.JsxText;
    const start = isJsx ? node.pos + raw.search(/\S|$/) : startOf(source, node.pos);
    add(start, plain(raw, isJsx), "string");
  };
  const visit = (node: Node, isRead: boolean) => {
    const { kind } = node;
    if (TEXTS.has(kind) || PARTS.has(kind) || kind === KIND.RegularExpressionLiteral)
      opaque.push([kind === KIND.JsxText ? node.pos : startOf(source, node.pos), node.end]);
    let reads = isRead && !NAMES.has(kind);
    if (kind === KIND.JsxAttribute && UNREAD_ATTRIBUTES.has(node.name?.text ?? "")) reads = false;
    if (reads && TEXTS.has(kind)) addString(node, node.text ?? "");
    if (reads && kind === KIND.TemplateExpression) addString(node, joined(node));
    if (TYPES.has(kind)) add(node.name?.pos ?? node.pos, node.name?.text ?? "", "type");
    parser.forEachChild(node, (child) => visit(child, reads));
  };
  visit(tree, true);
  return [...found, ...commentsOf(blanked(source, opaque))];
}

/** Returns the text of a template, with a placeholder for each value. */
function joined(template: Node): string {
  const texts: string[] = [];
  const visit = (node: Node) => {
    if (PARTS.has(node.kind)) texts.push(node.text ?? "");
    else if (node.kind === KIND.TemplateSpan) parser.forEachChild(node, visit);
  };
  parser.forEachChild(template, visit);
  return texts.join(PLACEHOLDER);
}

/** Returns the position of a node's first character behind white space and comments. */
function startOf(source: string, position: number): number {
  const gap = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/y;
  gap.lastIndex = position;
  gap.exec(source);
  return gap.lastIndex;
}

/** Returns the source with blanks in place of its strings, which may look like comments. */
function blanked(source: string, opaque: [start: number, end: number][]): string {
  let text = "";
  let last = 0;
  for (const [start, end] of opaque) {
    text += source.slice(last, start) + source.slice(start, end).replace(/[^\n]/g, " ");
    last = end;
  }
  return text + source.slice(last);
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
const SQL_COMMENT = /\/\*[\s\S]*?\*\/|--[^\n]*(?:\n[ \t]*--[^\n]*)*/g;

/** The marks of comments, directives for tools, tags, and a parameter's name before its description. */
const MARKS =
  /^[ \t]*(?:\/\*+|\*+\/?|\/\/+|--+)[ \t]?(?:(?:@ts-\S+|biome-ignore [^:\n]*:|@param \S+(?: -)?|@[a-z]\w*)[ \t]*)?|\*\/[ \t]*$/gm;

/** Tags, and the words in their place, so that a description is a sentence and a text of its own. */
const TAGS = [
  ["@return", "- Returns "],
  ["@throws", "- Throws "],
  ["@", "- Takes "],
] as const;

/** Returns the comments of a source without strings, a paragraph or an entry of a list each. */
export function commentsOf(source: string, isSql = false): FoundText[] {
  const found: FoundText[] = [];
  let line = 1;
  let last = 0;
  for (const { 0: comment, index } of source.matchAll(isSql ? SQL_COMMENT : COMMENT)) {
    line += newlinesIn(source.slice(last, index));
    last = index;
    const prose = comment.replace(MARKS, (mark) => TAGS.find(([tag]) => mark.includes(tag))?.[1] ?? "");
    found.push(...paragraphs(prose, line, "comment"));
  }
  return found;
}

/** A line of Markdown that begins a text of its own: a heading, an entry of a list, a row of a table. */
const OWN_LINE = /^\s*(?:#|[-*] |\d+\. |\||>)/;

/**
 * Returns the paragraphs, headings, entries of lists and cells of tables of a Markdown file, without its
 * code.
 */
export function markdownTextsOf(source: string): FoundText[] {
  const prose = source
    .replace(/^ *```[\s\S]*?^ *```/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/\]\([^)\s]*\)/g, "]");
  return paragraphs(prose, 1, "prose");
}

function paragraphs(text: string, first: number, kind: "comment" | "prose"): FoundText[] {
  const found: FoundText[] = [];
  let isOpen = false;
  const lines = withoutCode(text).split("\n");
  for (const [index, raw] of lines.entries()) {
    const line = first + index;
    const last = found.at(-1);
    if (raw.trim() === "") isOpen = false;
    else if (isOpen && last && !OWN_LINE.test(raw)) last.text += `\n${plain(raw)}`;
    else if (/^\s*\|/.test(raw)) {
      const isHeader = /^\s*\|[\s:|-]+$/.test(lines[index + 1] ?? "");
      for (const cell of raw.split("|").map((cell) => plain(cell)))
        if (/[a-z]/i.test(cell)) found.push({ text: cell, line, kind: isHeader ? "title" : kind });
    } else {
      const isTitle = kind === "prose" && /^\s*#/.test(raw);
      found.push({ text: plain(raw.replace(OWN_LINE, "")), line, kind: isTitle ? "title" : kind });
      isOpen = !isTitle;
    }
  }
  return found;
}

/** Returns a text with a placeholder for each URL and each piece of inline code. */
export function withoutCode(text: string): string {
  return text
    .replace(/(`+)[^`]+?\1/g, placeholder)
    .replace(/\{@link [^}]*\}/g, placeholder)
    .replace(/\bhttps?:\/\/\S+?(?=[).,;]*(?:\s|$))/g, placeholder);
}

/** Returns a text with a placeholder for each quotation, and for the sentence that a quotation ends. */
export function withoutQuotations(text: string): string {
  return text.replace(
    /(?<!\w)"[^"]{1,300}?"|“[^”]{1,300}?”/g,
    (quotation) => placeholder(quotation) + (/[.?!]["”]$/.test(quotation) ? "." : ""),
  );
}

const placeholder = (opaque: string) => PLACEHOLDER + opaque.replace(/[^\n]/g, "");

/** Returns every use of an odd phrase in the texts of a file, except in comments and in names of types. */
export function oddUsesIn(file: string, texts: readonly FoundText[], odds: readonly Odd[]): OddUse[] {
  const read = texts.filter(({ kind }) => kind !== "comment" && kind !== "type");
  return read.flatMap(({ text, line }) =>
    odds.flatMap(({ odd, better }) => {
      const [found] = odd.exec(text.replaceAll("\n", " ")) ?? [];
      return found === undefined ? [] : [{ file, line, found, better }];
    }),
  );
}

/** A phrase within a text, as whole words in any case. */
export const phrase = (odd: string, better: string): Odd => ({
  odd: new RegExp(`(?<![\\w-])${escaped(odd)}(?![\\w-])`, "i"),
  better,
});

/** A whole text, such as the heading of a column. */
export const label = (odd: string, better: string): Odd => ({
  odd: new RegExp(`^${escaped(odd)}$`),
  better,
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "['’]");

const newlinesIn = (text: string) => text.split("\n").length - 1;

function plain(text: string, keepsLines = false): string {
  const named = text.replace(/&(rsquo|#39|apos);/g, "’").trim();
  return keepsLines ? named.replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n") : named.replace(/\s+/g, " ");
}
