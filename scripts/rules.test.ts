import path from "node:path";
import { describe, expect, it } from "vitest";
import { citedIn, readTexts, ruleNames, wrongCitations, wrongNames } from "@/tests/support/rules";

const TEXTS = readTexts(path.dirname(import.meta.dirname));
const NAMES = ruleNames(TEXTS);

describe("the rules", () => {
  it("have a name each, and stand in the list of them all", () => {
    expect(NAMES.length).toBeGreaterThan(100);
    expect(wrongNames(NAMES)).toEqual([]);
    const list = TEXTS.find(({ file }) => file === "docs/rules.md")?.text ?? "";
    const listed = [...list.matchAll(/^\[([^\]]+)\]\(rules\/\w+\.md#/gm)].map(([, name]) => name);
    expect([...listed].sort()).toEqual([...NAMES].sort());
  });

  it("are named by every citation, and nothing else is cited", () => {
    expect(TEXTS.length).toBeGreaterThan(1000);
    const names = new Set(NAMES);
    expect(TEXTS.flatMap((text) => wrongCitations(text, names))).toEqual([]);
  });

  it("are each cited by the code that enforces them", () => {
    const code = TEXTS.filter(({ file }) => !file.endsWith(".md") && !/\.(test|spec)\.tsx?$/.test(file));
    const cited = new Set(code.flatMap(({ text }) => citedIn(text)));
    expect(NAMES.filter((name) => !cited.has(name))).toEqual([]);
  });
});

describe("what looks at rules and citations", () => {
  const names = new Set(["night queue", "segments"]);
  const wrong = (text: string, file = "lib/a.ts") => wrongCitations({ file, text }, names);
  /** Returns a citation. It is concatenated here, since this file is searched as well. */
  const cite = (list: string, end = ")") => `(rules${": "}${list}${end}`;
  const elsewhere = (word: string, part: string) => `${word}${" "}${part}`;

  it("finds a name that stands twice, and one that cannot be cited", () => {
    const page = "# Text\n\n### segments\n\nSome.\n\n### Night queue\n\nMore.\n\n### segments\n";
    const found = ruleNames([
      { file: "docs/rules/text.md", text: page },
      { file: "docs/operations.md", text: "### a part of a page\n" },
    ]);
    expect(found).toEqual(["segments", "Night queue", "segments"]);
    expect(wrongNames(found)).toEqual(["Night queue", "segments"]);
  });

  it("takes one name and several, in comments, pages and names of tests", () => {
    const list = cite("segments, night queue");
    expect(citedIn(`${list} ${cite("segments")}`)).toEqual(["segments", "night queue", "segments"]);
    expect(wrong(` * Counts ${list}.\nit("counts ${cite("segments")}", () => {});`)).toEqual([]);
    expect(wrong(`Parts ${list}.`, "docs/a.md")).toEqual([]);
  });

  it.each([
    [`/** Counts ${cite("segmets")}. */`, "lib/a.ts:1 names no rule: segmets"],
    [`\nconst text = "${cite("parts")}";`, "lib/a.ts:2 names no rule: parts"],
    [`// ${cite("segments, queue")}`, "lib/a.ts:1 names no rule: queue"],
    [` * (rules${":"}\n * segments)`, "lib/a.ts:1 is no whole citation, such as (rules: night queue)"],
    [` * ${cite("night", "")}\n * queue)`, "lib/a.ts:1 is no whole citation, such as (rules: night queue)"],
    [`-- ${cite("Segments")}`, "lib/a.ts:1 is no whole citation, such as (rules: night queue)"],
    [` * by rules${": "}segments`, "lib/a.ts:1 is no whole citation, such as (rules: night queue)"],
  ])("finds a citation that names no rule: %j", (text, found) => {
    expect(wrong(text)).toEqual([found.replace("(rules: night queue)", cite("night queue"))]);
  });

  it.each([
    elsewhere("spec", "4.2"),
    elsewhere("Spec", '"Conventions"'),
    elsewhere("specification", "7"),
    elsewhere("(spec", '\n * "Signing")'),
    elsewhere("decisions", '"Sending"'),
    elsewhere("the", "specification"),
    `${"spec"}.md`,
  ])("finds what refers to a document that is not here: %j", (text) => {
    expect(wrong(` * As ${text} has it`)).toEqual([expect.stringContaining("refers to what is not here")]);
  });

  it("leaves ordinary words alone", () => {
    const texts = [
      "the decisions on an account's domains, one after the other",
      "see e2e/members.spec.ts and docs/design.md",
      "function send(rules: SendRules) { return { rules, spec: document }; }",
    ];
    expect(texts.flatMap((text) => wrong(text))).toEqual([]);
  });
});
