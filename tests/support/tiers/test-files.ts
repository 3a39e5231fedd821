import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { importsOf } from "../house/imports.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** The folders with tests. A new top-level source folder belongs in this list. */
const FOLDERS = ["app", "bench", "components", "inngest", "lib", "scripts", "server", "tests"];

const TEST = /\.test\.tsx?$/;

/** The calls with which a module starts PostgreSQL or gets its address. */
const DATABASE = /inject\("adminUrl"\)|\bstartThrowawayPostgres\(|\bstartPostgres\(/;

/** Characters of folder names that have a meaning in a pattern. */
const SPECIAL = /[()[\]{}]/g;

/** Patterns of single test files, from the root, by the needs of the files. */
export type TestFiles = { unit: string[]; database: string[] };

/**
 * Returns all test files. A file needs a database if it gets one itself, or through a module of
 * `tests/support`, directly or through other such modules.
 */
export function readTestFiles(): TestFiles {
  const known = new Map<string, boolean>();
  const needsDatabase = (file: string | undefined): boolean => {
    if (file === undefined) return false;
    const found = known.get(file);
    if (found !== undefined) return found;
    // Ends the search for modules that import one another.
    known.set(file, false);
    const source = readFileSync(path.join(ROOT, file), "utf8");
    const needs =
      DATABASE.test(source) ||
      importsOf(file, source).some(
        ({ target }) => target?.startsWith("tests/support/") && needsDatabase(fileOf(target)),
      );
    known.set(file, needs);
    return needs;
  };
  const files: TestFiles = { unit: [], database: [] };
  for (const folder of FOLDERS) {
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
      if (!TEST.test(name)) continue;
      const file = `${folder}/${name.replaceAll(path.sep, "/")}`;
      files[needsDatabase(file) ? "database" : "unit"].push(file.replace(SPECIAL, "\\$&"));
    }
  }
  return files;
}

/**
 * Returns the file of a module that is imported without its ending, unless the import is in a text that a
 * test writes.
 */
function fileOf(module: string): string | undefined {
  return ["", ".ts", ".tsx"].map((ending) => module + ending).find(isFile);
}

const isFile = (file: string) => path.extname(file) !== "" && existsSync(path.join(ROOT, file));
