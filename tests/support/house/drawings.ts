import { PAGES } from "@/tests/support/pages";

/**
 * A move of a drawing. A start or an end is the state `[*]`; `functions` are the names in the label's
 * parentheses.
 */
export type DrawnMove = { from: string; to: string; functions: string[] };

/** A state machine of docs/states.md: every state except `[*]`, and every move between two states. */
export type Drawing = { states: string[]; moves: DrawnMove[] };

const END = "[*]";

/**
 * Returns the state machine drawn under a heading of docs/states.md. Its mermaid blocks are read as one
 * drawing.
 */
export function drawingOf(heading: string): Drawing {
  const page = PAGES.find(({ file }) => file === "docs/states.md")?.text ?? "";
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const lines = [...section.matchAll(/^```mermaid\n(.*?)^```$/gms)].flatMap(([, code = ""]) =>
    code.trim().split("\n").slice(1),
  );
  return readDrawing(lines);
}

/**
 * Reads lines of a mermaid stateDiagram-v2: moves, and boxes that stand for several states.
 * @throws Error for any other line, so that no part of a drawing is skipped.
 */
export function readDrawing(lines: readonly string[]): Drawing {
  const boxes = new Map<string, string[]>();
  const moves: DrawnMove[] = [];
  for (const line of lines) {
    const box = /^\s*state "([\w, ]+)" as (\w+)$/.exec(line);
    const move = /^\s*(\w+|\[\*\]) --> (\w+|\[\*\])(?:: (.+))?$/.exec(line);
    if (box) boxes.set(box[2] ?? "", box[1]?.split(", ") ?? []);
    else if (move) {
      const [, from = "", to = "", label = ""] = move;
      const functions = [...label.matchAll(/\(([\w, ]+)\)/g)].flatMap(([, names = ""]) => names.split(", "));
      for (const one of boxes.get(from) ?? [from])
        for (const other of boxes.get(to) ?? [to]) moves.push({ from: one, to: other, functions });
    } else throw new Error(`The drawing has a line that is no move and no box: ${line}`);
  }
  const states = new Set(moves.flatMap(({ from, to }) => [from, to]));
  states.delete(END);
  return { states: [...states].sort(), moves };
}

/** Returns the states that a drawing can end in. */
export function endsOf({ moves }: Drawing): string[] {
  return moves
    .filter(({ to }) => to === END)
    .map(({ from }) => from)
    .sort();
}
