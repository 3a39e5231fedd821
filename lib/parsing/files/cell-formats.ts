/** How a number of a spreadsheet is shown: as a date, or with zeros before it up to a length. */
export type CellFormat = { isDate: boolean; digits: number };

/** The formats of dates and times that spreadsheets have without declaring them. */
const DATES: readonly (readonly [from: number, to: number])[] = [
  ...([
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ] as const),
];

const PLAIN: CellFormat = { isDate: false, digits: 0 };

const DAY_MS = 86_400_000;

/** The day 0 of spreadsheets, which count a 29 February 1900, and of those that old Macs have written. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/** The format of a number by its code; a longer code is cut. Never throws. */
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

/** A number of a spreadsheet as text: all of its digits, no power of ten, a date as `2026-11-28`. Never throws. */
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
