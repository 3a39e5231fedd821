/** Characters that nobody sees or that move others about, but line breaks and what joins emoji. */
const HIDDEN = /[^\P{C}\n\u200d]|[\p{Zl}\p{Zp}]/gu;

/**
 * A text as a person should see it who decides about it: with a mark before each line, so that none of them is taken
 * for one of ours, and with what is hidden written out.
 */
export function visible(text: string): string {
  return text
    .replace(HIDDEN, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/^/gm, "> ");
}
