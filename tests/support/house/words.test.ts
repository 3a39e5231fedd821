import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { filesBelow } from "@/tests/support/house/folders";
import { ODD_WORDS } from "@/tests/support/house/odd-words";
import { markdownTextsOf, oddUsesIn, textsOf } from "@/tests/support/house/words";

/** What people read: pages, emails, answers, output of commands, and all documents. */
const FOLDERS = ["app", "components", "inngest", "lib", "scripts", "server"];
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...["docs", "docs/decisions", "docs/rules"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)).flatMap((name) =>
      name.endsWith(".md") ? [`${folder}/${name}`] : [],
    ),
  ),
];
const SOURCE = /\.tsx?$/;
const UNREAD = /\.(test|sql)\.tsx?$|\/generated\//;

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

describe("what people read", () => {
  const texts = FOLDERS.flatMap((folder) =>
    filesBelow(ROOT, folder)
      .filter((file) => SOURCE.test(file) && !UNREAD.test(file))
      .map((file) => ({ file, texts: textsOf(file, read(file)) })),
  );

  it("is written in the words of the field", () => {
    expect(texts.flatMap((each) => each.texts).length).toBeGreaterThan(5000);
    expect(DOCUMENTS).toEqual(expect.arrayContaining(["docs/api.md", "docs/rules/access.md"]));
    const documents = DOCUMENTS.map((file) => ({ file, texts: markdownTextsOf(read(file)) }));
    const uses = [...texts, ...documents].flatMap(({ file, texts }) => oddUsesIn(file, texts, ODD_WORDS));
    expect(uses.map(({ file, line, found, better }) => `${file}:${line} "${found}": ${better}`)).toEqual([]);
  });
});

describe("what finds odd words", () => {
  const found = (file: string, source: string) =>
    oddUsesIn(file, textsOf(file, source), ODD_WORDS).map(({ found, better }) => [found, better]);

  it.each([
    ["a.tsx", "const page = <p>Your\n  E-mail address</p>;", ["E-mail", "email"]],
    ["a.tsx", 'const field = <Field label="Your own id" />;', ["Your own id", "reference"]],
    ["a.ts", 'const columns = [{ title: "Took" }];', ["Took", "Duration"]],
    ["a.ts", `const said = \`Mend \${name}\`;`, ["Mend", "fix"]],
    ["a.ts", "const state = isLate ? `Tried again soon` : null;", ["Tried again soon", "retrying"]],
    ["a.tsx", "const p = <p>Back to the service&rsquo;s choice</p>;", ["the service’s choice", "default"]],
  ])("finds one in %s: %s", (file, source, use) => {
    expect(found(file, source)).toEqual([use]);
  });

  it.each([
    ["a.ts", 'import { answer } from "./e-mail";'],
    ["a.tsx", 'const link = <a className="e-mail" href="/e-mail">Email</a>;'],
    ["a.ts", "// Mend the e-mail.\nconst took = { Answer: 1, mend: 2 };"],
    ["a.ts", 'const texts = ["What you send", "recommend", "Answered"];'],
  ])("finds none in %s: %s", (file, source) => {
    expect(found(file, source)).toEqual([]);
  });

  it("finds one that goes on in the next line of a paragraph, and none over two entries of a list", () => {
    const lines = "Nobody reads them any\nmore.\n\n- Were there any\n- more of them?\n";
    expect(oddUsesIn("a.md", markdownTextsOf(lines), ODD_WORDS)).toMatchObject([
      { line: 1, found: "any more" },
    ]);
  });

  it("finds one in a document's prose, and none in its code", () => {
    const source = "# Keys\n\nUse `e-mail`, not E-mail.\n\n```\nmend\n```\n";
    expect(oddUsesIn("a.md", markdownTextsOf(source), ODD_WORDS)).toEqual([
      { file: "a.md", line: 3, found: "E-mail", better: "email" },
    ]);
  });
});
