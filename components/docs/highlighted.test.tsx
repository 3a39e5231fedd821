import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type CodeLanguage, Highlighted } from "@/components/docs/highlighted";
import { LANGUAGES } from "@/lib/contracts/samples/language-names";
import { sampleIn } from "@/lib/contracts/samples/languages";

const ALL: readonly CodeLanguage[] = [...LANGUAGES.map(({ id }) => id), "json", "shell"];

const SIGNS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

const markupOf = (text: string, language: CodeLanguage) =>
  renderToStaticMarkup(<Highlighted text={text} language={language} />);

const textOf = (markup: string) =>
  markup
    .replace(/<\/?(?:span|code)(?: class="[^"<>]*")?>/g, "")
    .replace(/&[^;]+;/g, (sign) => SIGNS[sign] ?? sign);

/** Broken code: markup, and unclosed quotes, escapes and comments. */
const code = fc
  .array(
    fc.constantFrom(
      '"',
      "'",
      "`",
      "\\",
      "#",
      "//",
      "/*",
      "*/",
      "\n",
      " ",
      "if",
      "12",
      "$x",
      "—",
      "<b>",
      "&lt;",
      "?>",
      "#{",
    ),
  )
  .map((parts) => parts.join(""));

it.each(ALL)("shows all of the code in %s, and markup as text", (language) => {
  fc.assert(
    fc.property(code, (text) => {
      expect(textOf(markupOf(text, language))).toBe(text);
    }),
  );
});

it.each(LANGUAGES)("colours a sample in $title", ({ id }) => {
  const request = { method: "POST", url: "https://a.nz/x", body: { form: [["to", "it's # 64"]] } } as const;
  const strings = markupOf(sampleIn(id, request), id).match(/<span class="hljs-string">.*?<\/span>/gs) ?? [];
  expect(strings.some((text) => text.includes("s # 64"))).toBe(true);
});
