import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..", "..");

/** The folders with pages: `docs`, and the code that some pages explain. */
const ROOMS = ["docs", "lib", "server"];

const pagesUnder = (room: string) =>
  readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${room}/${name.replaceAll("\\", "/")}`);

/** A page that people read in the repository: its path from the root, and its text. */
export type Page = { file: string; text: string };

const TOP = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];

/** Every page of the repository, the README first. */
export const PAGES: readonly Page[] = [...TOP, ...ROOMS.flatMap(pagesUnder).sort()].map((file) => ({
  file,
  text: readFileSync(path.join(ROOT, file), "utf8"),
}));

/** Returns all their blocks in one language, such as `sh`, in the order of the pages. */
export function blocks(language: string): string[] {
  return PAGES.flatMap(({ text }) =>
    [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .filter(([, of]) => of === language)
      .map(([, , block = ""]) => block.trim()),
  );
}

/** Returns the lines of these blocks. */
export function blockLines(language: string): string[] {
  return blocks(language).flatMap((block) => block.split("\n"));
}
