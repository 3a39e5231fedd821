import { describe, expect, it } from "vitest";
import { ODD_WORDS } from "@/tests/support/house/odd-words";
import { findingsOf, proseFiles } from "@/tests/support/house/plain-words";
import { findingsIn, sentencesOf } from "@/tests/support/house/sentences";
import { readOwnWords, Speller } from "@/tests/support/house/spelling";
import { commentsOf, markdownTextsOf, oddUsesIn, textsOf } from "@/tests/support/house/words";

describe("the prose of the project", () => {
  const files = proseFiles();
  const findings = findingsOf(files);

  it("is read in all its kinds of files", () => {
    const names = files.map(({ file }) => file);
    const kinds = [
      "docs/rules/access.md",
      "lib/ids.ts",
      "lib/ids.test.ts",
      "components/ui/count.ts",
      "scripts/run.mjs",
    ];
    expect(names).toEqual(expect.arrayContaining([...kinds, "README.md", "app/page.tsx"]));
    expect(names.filter((file) => /node_modules|db\/generated\/|support\/callers\//.test(file))).toEqual([]);
    const texts = files.flatMap((each) => each.texts);
    expect(texts.filter(({ kind }) => kind === "string").length).toBeGreaterThan(5000);
    expect(texts.filter(({ kind }) => kind === "comment").length).toBeGreaterThan(9000);
  });

  it("is written in the words of the field", () => {
    const uses = files.flatMap(({ file, texts }) => oddUsesIn(file, texts, ODD_WORDS));
    expect(uses.map(({ file, line, found, better }) => `${file}:${line} "${found}": ${better}`)).toEqual([]);
  });

  it("is spelt in British English, with the words of own-words.txt", () => {
    const own = readOwnWords();
    const speller = new Speller(new Set(own));
    const unknown = files.flatMap(({ file, texts }) =>
      speller.unknownIn(texts).map(({ line, word }) => `${file}:${line} ${word}`),
    );
    expect(unknown).toEqual([]);
    expect(own).toEqual([...new Set(own)].sort());
    expect(own.filter((word) => speller.isInDictionary(word))).toEqual([]);
  });

  it("breaks no rule of docs/writing.md that a pattern sees", () => {
    const broken = findings.map(({ file, line, rule, found }) => `${file}:${line} rule ${rule}: ${found}`);
    expect(broken).toEqual([]);
  });
});

describe("the patterns of plain words", () => {
  const found = (text: string) =>
    findingsIn("a.md", markdownTextsOf(text)).map(({ line, rule, found }) => `${line}/${rule}/${found}`);

  it.each([
    ["What is gone may return.", ["1/2/What is gone may return."]],
    ["Tries again. Whoever asks waits.", ["1/2/Whoever asks waits."]],
    ["Whether a key is known.", ["1/2/Whether a key is known."]],
    ["A list.\n\nHow soon an account\nis looked at.", ["3/2/How soon an account is looked at."]],
    ["The server logs the name\nof who sent it.", ["2/2/of who sent it."]],
    ["Returns all that is left.", ["1/2/all that is left."]],
    ["The page is written for nobody.", ["1/3/nobody."]],
    ["Nothing proves its origin.", ["1/3/Nothing proves its origin."]],
    ["A request waits for theirs.", ["1/5/theirs."]],
    ["A worker frees another's.", ["1/5/another's."]],
    ["It is that of a cell.", ["1/5/It is that of a cell."]],
    ["Of three pages one is drawn.", ["1/7/Of three pages one is drawn."]],
    ["- By this the peer is known.", ["1/7/By this the peer is known."]],
    ["| a | b |\n|---|---|\n| For so long it waits | 3 |", ["3/7/For so long it waits"]],
    [`${"word ".repeat(31)}.`, [`1/4/31 words: ${"word ".repeat(12).slice(0, 60)}`]],
  ])("find a break in %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    "## What a change needs",
    "| What | Where |\n|---|---|\n| a | b |",
    "What does a message cost? See [How prices work](prices.md).",
    'Rejects `what is unknown` and "what nobody knows".',
    "```\nWhat is code\n```",
    "Returns whether the key is known, and the person who uses it.",
    "Nothing was sent. Try again.",
    "By default, a worker reads another's row.",
    `${"Words ".repeat(29)}. ${"Words ".repeat(29)}.`,
    `Has ${"`code` ".repeat(40)}.`,
  ])("find no break in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("read comments of TypeScript and SQL, and strings that end like sentences", () => {
    const source = [
      "/**",
      " * Returns a name.",
      " * @param key what is searched",
      " * @returns whether it is known",
      " */",
      'const url = "https://a.b"; // Who calls',
      "const error = `What $" + "{name} wants.`;",
      'const label = "Whoever";',
      "const pattern = /[/*] what is it *[/]/;",
      "// Nobody is",
      "// here.",
    ].join("\n");
    const lines = findingsIn("a.ts", textsOf("a.ts", source)).map(({ line, rule }) => [line, rule]);
    expect(lines.sort(([one = 0], [other = 0]) => one - other)).toEqual([
      [3, 2],
      [6, 2],
      [7, 2],
      [10, 3],
    ]);
    expect(findingsIn("a.sql", commentsOf("SELECT 1;\n-- What is\n-- one.", true))).toMatchObject([
      { line: 2, rule: 2 },
    ]);
  });

  it("end a sentence at its mark, and not at an abbreviation", () => {
    const sentences = sentencesOf("Takes e.g. Kannel. Sends “x.” Then it ends, cf. St. Ives.");
    expect(sentences.map(({ sentence }) => sentence)).toEqual([
      "Takes e.g. Kannel.",
      "Sends “x.”",
      "Then it ends, cf. St. Ives.",
    ]);
  });

  it("find types that are bare participles", () => {
    const source =
      "type Asked = 1;\ninterface Given {}\ntype Speed = 2;\ntype SendRequest = 3;\nclass Told {}";
    expect(findingsIn("a.ts", textsOf("a.ts", source)).map(({ line, found }) => [line, found])).toEqual([
      [1, "type Asked"],
      [2, "type Given"],
      [5, "type Told"],
    ]);
  });
});

describe("the spelling", () => {
  const unknown = (text: string) =>
    new Speller(new Set(["webhook"]))
      .unknownIn(markdownTextsOf(text))
      .map(({ line, word }) => `${line} ${word}`);

  it("finds unknown words in prose, by their lines", () => {
    expect(unknown("The colour of a\nrecieved webhook's re-tryed \u201cmesage\u201d.")).toEqual([
      "2 recieved",
      "2 tryed",
      "2 mesage",
    ]);
  });

  it("finds none in code, paths, names and acronyms", () => {
    expect(
      unknown("Runs `tsconfg` of lib/recieve/mesage.ts, recieveMesage(), --tryed and $tryed by SMPPX."),
    ).toEqual([]);
  });
});

describe("the search for odd words", () => {
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
