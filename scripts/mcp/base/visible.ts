/** A joiner or a variation selector inside an emoji, which changes the emoji's look. */
const IN_EMOJI =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)/u;

/**
 * Characters that are invisible, look like a blank, or move other characters: control and format characters, separators,
 * default-ignorable code points such as variation selectors, and U+2800. Line breaks are visible.
 */
const HIDDEN = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const HIDDEN_OUTSIDE_EMOJI = new RegExp(`(?!${IN_EMOJI.source})(?:${HIDDEN.source})`, "gu");

/**
 * Returns a text as shown to the person who decides about it. Each line begins with a mark, so that it cannot pass for
 * one of ours, and hidden characters are written out as `\u{...}`.
 */
export function visible(text: string): string {
  return text
    .replace(HIDDEN_OUTSIDE_EMOJI, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/^/gm, "> ");
}
