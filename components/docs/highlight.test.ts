import fc from "fast-check";
import { expect, it } from "vitest";
import { type CodeLanguage, tokensOf } from "@/components/docs/highlight";
import { LANGUAGES } from "@/lib/contracts/samples/language-names";
import { sampleIn } from "@/lib/contracts/samples/languages";

const ALL: readonly CodeLanguage[] = [...LANGUAGES.map(({ id }) => id), "json", "shell"];

/** Code as it may be broken: quotes, escapes and comments that nothing ends. */
const code = fc
  .array(fc.constantFrom('"', "'", "`", "\\", "#", "//", "/*", "*/", "\n", " ", "if", "12", "$x", "—"))
  .map((parts) => parts.join(""));

it.each(ALL)("loses nothing of code in %s", (language) => {
  fc.assert(
    fc.property(code, (text) => {
      expect(
        tokensOf(text, language)
          .map((token) => token.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

it("tells texts, names, comments and numbers apart, and an address from a comment", () => {
  const kinds = (text: string, language: CodeLanguage) =>
    tokensOf(text, language).flatMap(({ kind, text: piece }) => (kind ? [[kind, piece]] : []));
  expect(kinds('{ "to": "64", "parts": 1, "ok": true }', "json")).toEqual([
    ["name", '"to"'],
    ["string", '"64"'],
    ["name", '"parts"'],
    ["number", "1"],
    ["name", '"ok"'],
    ["keyword", "true"],
  ]);
  expect(kinds("const a = `it's`; // 12\nnew URL(https://a.nz)", "node")).toEqual([
    ["keyword", "const"],
    ["string", "`it's`"],
    ["comment", "// 12"],
    ["keyword", "new"],
  ]);
  const request = { method: "POST", url: "https://a.nz/x", body: { form: [["to", "it's # 64"]] } } as const;
  for (const { id } of LANGUAGES) {
    const strings = kinds(sampleIn(id, request), id).filter(([kind]) => kind === "string");
    expect(strings.some(([, text]) => text?.includes("s # 64"))).toBe(true);
  }
});
