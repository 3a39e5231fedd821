import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { importsOf } from "../house/imports.ts";

/**
 * The maximum number of imports between a test and a changed file. With one more, a change of a text rule
 * reaches a third of all tests.
 */
export const NEAR = 2;

const SOURCE = /\.(tsx?|mjs)$/;
const TEST = /\.test\.tsx?$/;

/** Changes that may affect every test. */
const FELT_BY_ALL = /^(prisma\/|package(-lock)?\.json$|vitest\.config\.ts$|tests\/support\/tiers\/)/;

/** The tests that read all files of the project: documents, words, imports, endpoints. They take seconds. */
const READS_ALL = [
  "app/api/tables.test.ts",
  "scripts/documentation.test.ts",
  "scripts/rules.test.ts",
  "tests/support/house/",
];

/** The source files that import each source file. Paths are from the root. */
type Importers = ReadonlyMap<string, readonly string[]>;

/** Returns the files changed since a commit, from the root: committed, not committed, and new. */
export function changedFiles(since: string): string[] {
  return [
    ...gitFiles("diff", "--name-only", since),
    ...gitFiles("ls-files", "--others", "--exclude-standard"),
  ];
}

/**
 * Returns filters of vitest for the tests near some changed files: tests at most `NEAR` imports away, tests
 * that name a changed file, and tests that read all files.
 * @returns null if a change may affect all tests.
 */
export function testsNear(changed: readonly string[]): string[] | null {
  if (changed.some((file) => FELT_BY_ALL.test(file))) return null;
  const files = gitFiles("ls-files", "--cached", "--others", "--exclude-standard").filter((file) =>
    SOURCE.test(file),
  );
  const sources = new Map(
    files.flatMap((file) => {
      const text = textOf(file);
      return text === null ? [] : [[file, text] as const];
    }),
  );
  const near = importersWithin(changed, importersOf(sources), NEAR);
  const names = changed.filter((file) => !SOURCE.test(file)).map((file) => path.posix.basename(file));
  const namesOne = (file: string) => names.some((name) => sources.get(file)?.includes(name));
  return [
    ...READS_ALL,
    ...[...sources.keys()].filter((file) => TEST.test(file) && (near.has(file) || namesOne(file))),
  ];
}

/** Returns some files, and the files that import them through a limited number of imports. */
export function importersWithin(
  files: readonly string[],
  importers: Importers,
  imports: number,
): ReadonlySet<string> {
  const found = new Set(files);
  let last = files;
  for (let step = 0; step < imports; step++) {
    last = last.flatMap((file) => importers.get(file) ?? []).filter((file) => !found.has(file));
    for (const file of last) found.add(file);
  }
  return found;
}

/** Reads the importers of each file. */
export function importersOf(sources: ReadonlyMap<string, string>): Importers {
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const { target } of importsOf(file, text)) {
      const imported = ["", ".ts", ".tsx"].map((ending) => target + ending).find((name) => sources.has(name));
      if (!imported) continue;
      const known = importers.get(imported);
      if (known) known.push(file);
      else importers.set(imported, [file]);
    }
  }
  return importers;
}

/** Returns the text of a file, or null if the change has removed it. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function gitFiles(...args: string[]): string[] {
  return execFileSync("git", [...args, "-z"], { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 })
    .split("\0")
    .filter(Boolean);
}
