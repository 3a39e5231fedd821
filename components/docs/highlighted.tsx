import { type CodeLanguage, type TokenKind, tokensOf } from "@/components/docs/highlight";

/** Each has at least 4.5:1 on a panel, in the light and in the dark. */
const COLOURS: Readonly<Record<TokenKind, string>> = {
  comment: "text-muted",
  string: "text-accent",
  number: "text-[light-dark(#8a4b00,#f0b775)]",
  keyword: "text-note",
  name: "text-[light-dark(#8a1f5c,#f2a3cd)]",
};

/** Code with its parts in colours. */
export function Highlighted({ text, language }: { text: string; language: CodeLanguage }) {
  return (
    <code>
      {tokensOf(text, language).map(({ kind, text: piece }, index) =>
        kind === undefined ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never move.
          <span key={index} className={COLOURS[kind]}>
            {piece}
          </span>
        ),
      )}
    </code>
  );
}
