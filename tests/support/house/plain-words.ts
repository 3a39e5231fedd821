import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "@/server/base/root";
import { type Finding, findingsIn } from "@/tests/support/house/sentences";
import { commentsOf, type FoundText, markdownTextsOf, textsOf } from "@/tests/support/house/words";

// `node --import tsx tests/support/house/plain-words.ts lib/sms` prints the findings of files and folders, and of all without a path.

/** A file with the texts that people read in it. */
export type ProseFile = { file: string; texts: FoundText[] };

/** Folders of packages, of generated files, and of texts that strangers wrote. */
const FOREIGN = new Set([
  "node_modules",
  "lib/db/generated",
  "bench/results",
  "tests/support/callers",
  "dist",
]);
const READ = /\.(?:tsx?|mjs|sql|md)$/;

/** The last migration whose comments are not read: databases store the checksums of migrations. */
const LAST_UNREAD_MIGRATION = "prisma/migrations/20261128225000_own_leases/migration.sql";

/** Files whose strings are pages, emails, responses, errors, lines of the log, or output of commands. */
const WITH_STRINGS = /^(?:app|components|inngest|lib|scripts|server)\/(?!.*\.(?:test|peer|sql)\.tsx?$)/;

/** Returns the files with prose that are, or are below, a path of the project. */
export function proseFiles(below = ""): ProseFile[] {
  if (!statSync(path.join(ROOT, below)).isDirectory()) return [readProse(below)];
  return readdirSync(path.join(ROOT, below), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(below, entry.name);
    if (entry.name.startsWith(".") || FOREIGN.has(entry.name) || FOREIGN.has(file)) return [];
    if (entry.isDirectory()) return proseFiles(file);
    return isRead(file) ? [readProse(file)] : [];
  });
}

function isRead(file: string): boolean {
  if (file.startsWith("prisma/migrations/") && file <= LAST_UNREAD_MIGRATION) return false;
  return READ.test(file) && file !== "next-env.d.ts";
}

function readProse(file: string): ProseFile {
  const source = readFileSync(path.join(ROOT, file), "utf8");
  if (file.endsWith(".md")) return { file, texts: markdownTextsOf(source) };
  if (file.endsWith(".sql")) return { file, texts: commentsOf(source, true) };
  const texts = textsOf(file, source);
  return {
    file,
    texts: WITH_STRINGS.test(file) ? texts : texts.filter(({ kind }) => kind !== "string"),
  };
}

/** Returns the findings in files, sorted by file and line. */
export function findingsOf(files: ProseFile[]): Finding[] {
  return files.flatMap(({ file, texts }) =>
    findingsIn(file, texts).sort((one, other) => one.line - other.line),
  );
}

function printFindings(paths: string[]): void {
  const findings = findingsOf(
    paths.flatMap((below) => proseFiles(path.posix.normalize(below).replace(/\/$/, ""))),
  );
  for (const { file, line, rule, found } of findings) console.log(`${file}:${line} rule ${rule}: ${found}`);
  console.log(`${findings.length} findings`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const paths = process.argv.slice(2);
  printFindings(paths.length > 0 ? paths : [""]);
}
