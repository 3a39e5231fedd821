import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@/tests/support/pages";

/** Files that may contain a citation: code, statements, schemas, pages, settings. */
const TEXT = /\.(ts|tsx|mjs|js|css|sql|prisma|md|py|php|sh|ya?ml)$/;

/**
 * Folders whose content is installed, generated, built or measured. Folders that begin with a dot are skipped
 * too.
 */
const NOT_OURS = /^\.|^(node_modules|generated|results|playwright-report|test-results)$/;

/** A name that a citation can contain. */
const NAME = /^[a-z0-9]+(?:[ -][a-z0-9]+)*$/;

/**
 * A citation of one name or several. A parameter with a type looks alike, but a type begins with a capital.
 */
const CITATION = /\(rules: ([a-z0-9][a-z0-9 ,-]*)\)/g;

/** A line with only a comment. In pages every line counts. */
const COMMENT = /^\s*(?:\/?\*|\/\/|--|#)/;

const GAP = String.raw`(?:[ \t]|\n\s*(?:\*|//|--)?)+`;

/** References to documents outside of the repository, by number, by the title of a part, or by file. */
const ELSEWHERE: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:spec(?:ification)?s?|decisions?)${GAP}(?:\d|["“])`, "gi"),
  /\bthe spec(?:ification)?s?\b/gi,
  /(?<!docs\/)\b(?:spec|decisions|carriers|cost|design)\.md\b/g,
];

/** Returns the rules' names in the order of their pages. */
export function ruleNames(pages: readonly Page[]): string[] {
  return pages
    .filter(({ file }) => file.startsWith("docs/rules/"))
    .flatMap(({ text }) => [...text.matchAll(/^### (.*)$/gm)].map(([, name = ""]) => name));
}

/** Returns duplicate names, and names that no citation can contain. */
export function wrongNames(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index || !NAME.test(name));
}

/** Returns the rules that a text cites. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, list = ""]) => list.split(", "));
}

/** Returns the faults in the citations of a text, one line each, with their places. */
export function wrongCitations({ file, text }: Page, names: ReadonlySet<string>): string[] {
  const lines = text.split("\n");
  const wrong = lines.flatMap((line, index) => {
    const at = `${file}:${index + 1}`;
    const cited = citedIn(line);
    const unknown = cited.filter((name) => !names.has(name)).map((name) => `${at} names no rule: ${name}`);
    const isProse = file.endsWith(".md") || COMMENT.test(line);
    const isWhole =
      !isProse || [...line.matchAll(/\brules: |\(rules:$/g)].length === [...line.matchAll(CITATION)].length;
    return isWhole ? unknown : [...unknown, `${at} is no whole citation, such as (rules: ${[...names][0]})`];
  });
  const elsewhere = ELSEWHERE.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line} refers to what is not here: ${found.replace(/\s+/g, " ")}`;
    }),
  );
  return [...wrong, ...elsewhere];
}

/**
 * Returns every text of the project by walking its folders, because an unpacked archive has no list of its
 * files.
 */
export function readTexts(root: string, folder = ""): Page[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (NOT_OURS.test(entry.name)) return [];
    if (entry.isDirectory()) return readTexts(root, file);
    if (!entry.isFile() || !TEXT.test(file)) return [];
    return [{ file, text: readFileSync(path.join(root, file), "utf8") }];
  });
}
