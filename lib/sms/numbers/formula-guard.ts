/** The beginning of a formula in spreadsheets, also in full width and after guards. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The beginning of a guarded text, as in our own exports. */
const GUARDED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text in the form that spreadsheets keep unchanged: `="0215550107"`. */
const FORCED_TEXT = /^="((?:[^"]|"")*)"$/;

/** The longest cell of a spreadsheet, in characters. */
const MAX_FORCED = 32_767;

/** Adds a leading `'` to a cell that a spreadsheet would run as a formula. `withoutGuard` restores the exact text. */
export function withGuard(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the intended text of a cell: without the guard, and without `="…"` around it. Never throws. */
export function withoutGuard(cell: string): string {
  if (GUARDED.test(cell)) return cell.slice(1);
  if (cell.length > MAX_FORCED || !cell.startsWith('="')) return cell;
  const [, forced] = FORCED_TEXT.exec(cell) ?? [];
  return forced === undefined ? cell : forced.replaceAll('""', '"').trim();
}
