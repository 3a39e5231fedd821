import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";

const LIBRARY = path.join(ROOT, "node_modules", "@heroui");
const STYLES = path.join(LIBRARY, "styles", "dist", "components");

const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");

/** Returns the first group of each match of a pattern in a text. */
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);

const filesOf = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(ending));

/** The library's components whose styles the pages import. */
const taken = new Set(found(read(ROOT, "app", "components.css"), /styles\/components\/([\w-]+)\.css/g));

const pages = ["app", "components"].flatMap((folder) =>
  filesOf(path.join(ROOT, folder), ".tsx").map((file) => read(ROOT, folder, file)),
);

/** Returns the classes in the library's style sheets of some components. */
const classesOf = (components: Iterable<string>) =>
  new Set([...components].flatMap((name) => found(read(STYLES, `${name}.css`), /\.([a-z][\w-]*)/g)));

/** Returns the words of the class names that pages use. */
function classesNamed(): Set<string> {
  const plain = pages.flatMap((page) => found(page, /className="([^"]*)"/g));
  const made = pages.flatMap((page) => found(page, /className=\{([^}]*)\}/g));
  const texts = made.flatMap((code) => found(code, /["`]([^"`]*)["`]/g));
  return new Set([...plain, ...texts].flatMap((text) => text.split(/\s+/)));
}

/** A component of the library, and those that it is made of. */
function withParts(name: string, seen: Set<string>): Set<string> {
  const folder = path.join(LIBRARY, "react", "dist", "components", name);
  if (seen.has(name) || !existsSync(folder)) return seen;
  seen.add(name);
  for (const file of filesOf(folder, ".js"))
    for (const part of found(read(folder, file), /from ['"]\.\.\/([\w-]+)\//g)) withParts(part, seen);
  return seen;
}

it("pages name no class of the library whose styles we do not take", () => {
  const all = filesOf(STYLES, ".css").map((file) => path.basename(file, ".css"));
  const [styled, known] = [classesOf(taken), classesOf(all.filter((name) => name !== "index"))];
  const named = [...classesNamed()].filter((word) => known.has(word));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((word) => !styled.has(word))).toEqual([]);
});

it("we take the styles of each of the library's components that pages have, and of its parts", () => {
  const names = pages
    .flatMap((page) => found(page, /import \{([^}]*)\} from "@heroui\/react"/g))
    .flatMap((list) => found(list, /\b([A-Z]\w*)/g))
    .map((name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase());
  const components = new Set<string>();
  for (const name of names) withParts(name, components);
  expect([...components]).toEqual(expect.arrayContaining(["modal", "toast", "button"]));
  const styled = [...components].filter((name) => existsSync(path.join(STYLES, `${name}.css`)));
  expect(styled.filter((name) => !taken.has(name))).toEqual([]);
});
