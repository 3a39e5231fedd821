import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { importsOf } from "@/tests/support/house/imports";

/** A source file and the project files that it imports, types included. Paths are from the project's folder. */
export type SourceFile = { file: string; text: string; imports: string[] };

const SOURCE = /\.(ts|tsx|mjs)$/;
const ENDINGS = ["", ".ts", ".tsx", ".mjs"];

/** All files below a folder, from the project's folder. A folder may be named like a file, and is none. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/** All source files of some of a project's folders, without generated ones. */
export function readSources(root: string, folders: string[]): SourceFile[] {
  const files = new Set(
    folders.flatMap((folder) =>
      filesBelow(root, folder).filter((file) => SOURCE.test(file) && !file.includes("/generated/")),
    ),
  );
  return [...files].map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const imports = importsOf(file, text).flatMap(
      ({ target }) => ENDINGS.map((ending) => target + ending).find((found) => files.has(found)) ?? [],
    );
    return { file, text, imports };
  });
}

/**
 * A cycle of folders that import each other, or null if there is none. The imports of tests
 * do not count: a test may import modules that are built on the file beside it.
 */
export function findFolderCycle(sources: Pick<SourceFile, "file" | "imports">[]): string[] | null {
  const arrows = new Map<string, Set<string>>();
  for (const { file, imports } of sources.filter(({ file }) => !/\.(test|spec)\.tsx?$/.test(file))) {
    const folder = path.posix.dirname(file);
    const others = imports.map((imported) => path.posix.dirname(imported));
    const known = arrows.get(folder) ?? new Set();
    arrows.set(folder, known);
    for (const other of others) if (other !== folder) known.add(other);
  }
  const done = new Set<string>();
  const follow = (folder: string, way: string[]): string[] | null => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of arrows.get(folder) ?? []) {
      const cycle = follow(next, [...way, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of arrows.keys()) {
    const cycle = follow(folder, []);
    if (cycle) return cycle;
  }
  return null;
}
