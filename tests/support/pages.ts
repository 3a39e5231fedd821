import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..", "..");

const NAMES = ["README.md", ...readdirSync(path.join(ROOT, "docs")).filter((name) => name.endsWith(".md"))];

/** A page that people read in the repository: where it is, from its root, and its text. */
export type Page = { file: string; text: string };

/** The README, and every page of `docs/`. */
export const PAGES: readonly Page[] = NAMES.map((name) => {
  const file = name === "README.md" ? name : `docs/${name}`;
  return { file, text: readFileSync(path.join(ROOT, file), "utf8") };
});

/** The lines of all their blocks in one language, such as `sh`, in the order of the pages. */
export function blockLines(language: string): string[] {
  return PAGES.flatMap(({ text }) => {
    const blocks = text.matchAll(/^```(\w+)\n(.*?)^```$/gms);
    return [...blocks]
      .filter(([, of]) => of === language)
      .flatMap(([, , block = ""]) => block.trim().split("\n"));
  });
}
