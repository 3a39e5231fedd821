import "@/components/docs/highlighted.css";
import type { LanguageFn } from "highlight.js";
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import go from "highlight.js/lib/languages/go";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import type { Language } from "@/lib/contracts/samples/language-names";

/** The languages of code: the languages of samples, JSON, and shell. */
export type CodeLanguage = Language | "json" | "shell";

const GRAMMARS: Readonly<Record<CodeLanguage, LanguageFn>> = {
  curl: bash,
  shell: bash,
  json,
  node: javascript,
  python,
  php,
  csharp,
  go,
  ruby,
};

for (const [language, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(language, grammar);

/** Draws code with syntax colours. */
export function Highlighted({ text, language }: { text: string; language: CodeLanguage }) {
  const { value } = highlighter.highlight(text, { language, ignoreIllegals: true });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes the code.
  return <code dangerouslySetInnerHTML={{ __html: value }} />;
}
