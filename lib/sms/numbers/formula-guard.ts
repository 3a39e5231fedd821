/** The beginning that a spreadsheet takes for a formula, in full width too, behind any guards. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text that is guarded already, as our own exports write it. */
const GUARDED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text in the way that forces spreadsheets to keep it: `="0215550107"`. */
const FORCED_TEXT = /^="((?:[^"]|"")*)"$/;

/** A cell of a spreadsheet is no longer. */
const MAX_FORCED = 32_767;

/** Guards a cell that a spreadsheet would run as a formula: one ' before it. `withoutGuard` reads it back to the letter. */
export function withGuard(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text of a cell as its owner means it: without the guard, and without `="…"` around it. Never throws. */
export function withoutGuard(cell: string): string {
  if (GUARDED.test(cell)) return cell.slice(1);
  if (cell.length > MAX_FORCED || !cell.startsWith('="')) return cell;
  const [, forced] = FORCED_TEXT.exec(cell) ?? [];
  return forced === undefined ? cell : forced.replaceAll('""', '"').trim();
}
