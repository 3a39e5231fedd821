/** The format of a spreadsheet's number: a date, or leading zeros up to a length. */
export type CellFormat = { isDate: boolean; digits: number };

/** The formats of dates and times that spreadsheets use without a declaration. */
const DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

const PLAIN: CellFormat = { isDate: false, digits: 0 };

const DAY_MS = 86_400_000;

/** Day 0 of spreadsheets, which count a 29 February 1900, and day 0 of files from old Macs. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/** Returns the format of a number from its code. A long code is cut. Never throws. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined)
    return DATES.some(([from, to]) => id >= from && id <= to) ? { isDate: true, digits: 0 } : PLAIN;
  const signs = code
    .slice(0, 200)
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "")
    .split(";")[0] as string;
  const places = signs.replace(/[\s()\-+/.]/g, "");
  if (/^0{2,20}$/.test(places) && !/0\.0/.test(signs)) return { isDate: false, digits: places.length };
  return { isDate: /[dmyhs]/i.test(signs) && !/^general$/i.test(signs), digits: 0 };
}

/** Returns a spreadsheet's number as text: all digits, no power of ten, a date as `2026-11-28`. Never throws. */
export function numberText(value: string, { isDate, digits }: CellFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (isDate && number >= 0 && number < 3_000_000) {
    const at = new Date((is1904 ? EPOCH_1904_MS : EPOCH_MS) + Math.round((number * DAY_MS) / 1_000) * 1_000);
    const text = at.toISOString().replace("T", " ").slice(0, 19);
    return number < 1 ? text.slice(11) : text.replace(" 00:00:00", "");
  }
  const whole = /^\d+$/.test(value) ? value : String(number);
  return digits > 0 && /^\d+$/.test(whole) ? whole.padStart(digits, "0") : whole;
}
