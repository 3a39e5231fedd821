import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SETTING_NAMES } from "@/lib/env";
import { MCP_SETTING_NAMES } from "@/scripts/mcp/base/settings";
import { PAGES, type Page } from "@/tests/support/pages";

const ROOT = path.dirname(import.meta.dirname);

/** Folders and files at the root. Code in a page that begins with one of them is a path. */
const IN_A_ROOM =
  /^(?:\.\/)?(?:app|bench|components|docs|e2e|inngest|lib|mcp|prisma|public|scripts|server|tests|tools)\//;

/**
 * Returns every path in code or in a picture that stands for one file or folder. Placeholders and patterns stand for
 * many.
 */
function pathsIn({ text }: Page): string[] {
  const inline = text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g);
  const pictures = text.matchAll(/^```(?:mermaid)?\n(.*?)^```$/gms);
  const words = [
    ...[...inline].flatMap(([, code = ""]) => code.split(/\s+/)),
    ...[...pictures].flatMap(([, code = ""]) => code.split(/\s+|,|"|<br\/>/)),
  ];
  const isRootFile = (word: string) => /^[\w.-]+\.(?:ts|mjs|md)$/.test(word);
  return words.filter((word) => (IN_A_ROOM.test(word) || isRootFile(word)) && !/[<*{[]/.test(word));
}

/** Returns whether a path exists, from the root or from its page, with its extension or as code imports it. */
const exists = (name: string, { file }: Page) =>
  ["", ".ts", ".tsx", ".mjs"].some((ending) =>
    [".", path.dirname(file)].some((from) => existsSync(path.join(ROOT, from, `${name}${ending}`))),
  );

/** Returns the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");

const headingsOf = ({ text }: Page) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

describe.for(PAGES)("$file", (page) => {
  it("names only files and folders that are there", () => {
    expect(pathsIn(page).filter((name) => !exists(name, page) && !name.startsWith("bench/results"))).toEqual(
      [],
    );
  });

  it("links only to what is there", () => {
    const links = [...page.text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, a, b]) => a ?? b ?? "");
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    const broken = local.filter((link) => {
      const [target = "", anchor] = link.split("#");
      const file = target === "" ? page.file : path.posix.join(path.posix.dirname(page.file), target);
      if (!existsSync(path.join(ROOT, file))) return true;
      const linked = PAGES.find((one) => one.file === file);
      return anchor !== undefined && (linked === undefined || !headingsOf(linked).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

it("the README has at most 150 lines", () => {
  const readme = PAGES.find(({ file }) => file === "README.md");
  expect(readme?.text.split("\n").length).toBeLessThanOrEqual(151);
});

it("the page of settings has each that there is, and no other", () => {
  const settings = PAGES.find(({ file }) => file === "docs/settings.md")?.text ?? "";
  const rows = settings.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  // The setting that only Inngest reads is named, and NODE_ENV is Node's own.
  const expected = SETTING_NAMES.filter((name) => name !== "NODE_ENV").concat(
    "INNGEST_BASE_URL",
    MCP_SETTING_NAMES,
  );
  expect(named.sort()).toEqual(expected.sort());
});
