import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "@/server/base/root";

/** A text that people may read, and the line of the file where it begins, from 1. */
export type FoundText = { text: string; line: number };

/** A word or phrase that is not used, and the one that is. */
export type Odd = { odd: RegExp; better: string };

/** A use of an odd phrase. */
export type OddUse = { file: string; line: number; found: string; better: string };

/** What is used here of a parser of TypeScript: the compiler that builds this project has no interface for it. */
type Parser = {
  createSourceFile(file: string, text: string, target: number, setParents: boolean, kind: number): Source;
  forEachChild(node: Node, visit: (child: Node) => void): void;
  SyntaxKind: Record<string, number>;
  ScriptKind: { TS: number; TSX: number };
};
type Node = { kind: number; text?: string; name?: { text?: string }; getStart(): number };
type Source = Node & { getLineAndCharacterOfPosition(position: number): { line: number } };

const parser = createRequire(path.join(ROOT, "tools/client-generators/package.json"))("typescript") as Parser;
const { SyntaxKind: KIND } = parser;

const LATEST_TARGET = 99;

/** Nodes with text of their own; between the parts of a template stands what nobody knows before it runs. */
const TEXTS = new Set(
  [
    "StringLiteral",
    "NoSubstitutionTemplateLiteral",
    "TemplateHead",
    "TemplateMiddle",
    "TemplateTail",
    "JsxText",
  ].map((name) => KIND[name]),
);

/** Nodes whose strings are names of modules, types or properties. */
const NAMES = new Set(
  ["ImportDeclaration", "ExportDeclaration", "LiteralType", "PropertyAccessExpression"].map(
    (name) => KIND[name],
  ),
);

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
 * The string literals, parts of templates and text of JSX in a file of TypeScript: whatever people may read,
 * without names of modules, classes and keys. White space is one space each.
 */
export function textsOf(file: string, source: string): FoundText[] {
  const { TS, TSX } = parser.ScriptKind;
  const tree = parser.createSourceFile(file, source, LATEST_TARGET, true, file.endsWith("x") ? TSX : TS);
  const found: FoundText[] = [];
  const visit = (node: Node) => {
    if (NAMES.has(node.kind)) return;
    if (node.kind === KIND.JsxAttribute && UNREAD_ATTRIBUTES.has(node.name?.text ?? "")) return;
    const text = TEXTS.has(node.kind) ? plain(node.text ?? "") : "";
    if (text !== "") found.push({ text, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    parser.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** A line of Markdown that begins a text of its own: a heading, an entry of a list, a row of a table. */
const OWN_LINE = /^\s*(?:#|[-*] |\d+\. |\|)/;

/** The paragraphs, headings, entries of lists and rows of tables of a Markdown file, without its code. */
export function markdownTextsOf(source: string): FoundText[] {
  const prose = source
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/`[^`\n]*`/g, "");
  const found: FoundText[] = [];
  let isOpen = false;
  for (const [index, line] of prose.split("\n").entries()) {
    const text = plain(line);
    const last = found.at(-1);
    if (isOpen && last && text !== "" && !OWN_LINE.test(line)) last.text += ` ${text}`;
    else if (text !== "") found.push({ text, line: index + 1 });
    isOpen = text !== "";
  }
  return found;
}

/** Every use of an odd phrase in the texts of a file. */
export function oddUsesIn(file: string, texts: readonly FoundText[], odds: readonly Odd[]): OddUse[] {
  return texts.flatMap(({ text, line }) =>
    odds.flatMap(({ odd, better }) => {
      const [found] = odd.exec(text) ?? [];
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

function plain(text: string): string {
  return text
    .replace(/&(rsquo|#39|apos);/g, "’")
    .replace(/\s+/g, " ")
    .trim();
}
