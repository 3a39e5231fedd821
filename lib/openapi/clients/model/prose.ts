/** Longest line of prose in a client. */
const WIDTH = 110;

/** The further indentation of a line that continues an indented one. */
const CONTINUED = "    ";

/** Wraps a text to the width of a client's lines, with `indent` before each line. Paragraphs stay apart. */
export function wrapped(text: string, indent = ""): string {
  return text
    .split("\n")
    .flatMap((paragraph) => linesOf(paragraph, WIDTH - indent.length))
    .map((line) => `${indent}${line}`.trimEnd())
    .join("\n");
}

function linesOf(paragraph: string, width: number): string[] {
  const [lead = ""] = /^ */.exec(paragraph) ?? [];
  const lines: string[] = [];
  for (const word of paragraph.trim().split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined || lead === "" ? `${lead}${word}` : `${lead}${CONTINUED}${word}`);
  }
  return lines;
}

/** Returns the summary of an operation as a sentence. */
export const sentence = (summary: string): string => (/[.!?]$/.test(summary) ? summary : `${summary}.`);
