import { withoutGuard } from "@/lib/sms/numbers/formula-guard";
import { canReceiveSms, NEW_ZEALAND, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import type { MissingZero, MissingZeros, NumberProblem } from "@/lib/sms/numbers/number-problems";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";

/** The number of a cell, or the reason that it has none. */
export type NumberReading = { msisdn: string } | { problem: NumberProblem };

/** The most characters of a cell. A longer cell is a text. */
const MAX_CELL = 300;

const NOT_A_NUMBER = { problem: "not-a-number" } as const;

/** The usual forms of one number. */
const USUAL = /^[+(]?\d[\d ()-]{5,30}$/;

/** A New Zealand mobile without its country code and zero. Eight digits are 021 only: others are dates, as in `20261128`. */
const ZEROLESS = /^2(?:1\d{6}|\d{8,9})$/;

const MAY_BE_ZEROLESS = /(?:^|\D)2(?:[^\p{L}\d]{0,3}\d){7}/u;

/** A country code before the national number's zero, which is invalid in any phone number. */
const ZERO_LEFT_IN = /^(?:\+|00)?640(?=2\d{7,9}$)/;

/** A number that a spreadsheet shows in powers of ten. */
const POWERS_OF_TEN = /^[+-]?(\d)(?:[.,](\d+))?E\+?(\d+)$/i;

const DECIMAL = /^\d{5,}[.,]\d+$/;
const WHOLE_DECIMAL = /^\+?\d{5,}[.,]0+$/;
const NEGATIVE = /^[-\u2212]\d/;
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{2,4}(?:[ T]\d.*)?$/;

/** Words before or after a number. */
const LABEL = [
  "mobile",
  "mob",
  "cellphone",
  "cell",
  "cel",
  "phone",
  "ph",
  "telephone",
  "tel",
  "number",
  "num",
  "no",
  "nr",
  "home",
  "hm",
  "work",
  "wk",
  "business",
  "bus",
  "office",
  "main",
  "primary",
  "other",
  "private",
  "personal",
  "direct",
  "ddi",
  "after hours",
  "ah",
  "text",
  "txt",
  "sms",
  "whatsapp",
  "wa",
  "handy",
  "mobil",
  "portable",
  "celular",
  "movil",
  "m\u00f3vil",
  "gsm",
  "nz",
  "call",
  "callto",
  "contact",
  "fax",
  "m",
  "c",
  "p",
  "t",
  "h",
  "w",
  "b",
  "f",
].join("|");
const LABELS_BEFORE = new RegExp(`^(?:(?:${LABEL})(?![\\p{L}])[\\s.:#=/-]*){1,4}`, "iu");
const LABELS_BEHIND = new RegExp(`[\\s,(/-]*(?:\\b(?:${LABEL})[\\s.)]*){1,4}$`, "iu");
const BEFORE_LABEL = new RegExp(`(\\d)\\s+(?=(?:${LABEL})[\\s.:]*[+(\\d])`, "giu");

/** An extension, which mobiles do not have. */
const EXTENSION = /[\s,;]*(?:\bext(?:ension|n)?\b|\bx|#)[\s.:=]*\d{1,6}$/i;

/** A remark without digits, in parentheses or brackets. */
const REMARK = /[([][^()[\]\d]{0,80}[)\]]/g;

/** The separators between the numbers of a cell; `:::` is Google's. */
const BETWEEN = /:::|[;,|\n\r\t]|\s\/\s|\s(?:or|and|und|oder|ou|et|y|o|&)\s/i;

/**
 * Reads the number of a file's cell in the forms of spreadsheets and address books (rules: numbers in files). Never
 * throws.
 * @param missingZero the person's answer about missing zeros; undefined without one.
 */
export function readNumberCell(cell: string, missingZero?: MissingZero): NumberReading {
  if (cell.length > MAX_CELL) return NOT_A_NUMBER;
  const text = USUAL.test(cell) ? cell : plainText(cell);
  const isDecimal = DECIMAL.test(text) && !WHOLE_DECIMAL.test(text);
  if (text === "" || isDecimal || NEGATIVE.test(text) || DATE.test(text)) return NOT_A_NUMBER;
  const [, whole, decimals = "", exponent] = POWERS_OF_TEN.exec(text) ?? [];
  if (whole !== undefined)
    return decimals.length === Number(exponent)
      ? choose([readPiece(`${whole}${decimals}`, missingZero)])
      : { problem: "rounded" };
  const one = readPiece(withoutWords(text), missingZero);
  if (one !== NOT_A_NUMBER) return choose([one]);
  const pieces = text.replace(BEFORE_LABEL, "$1\n").split(BETWEEN);
  const read = pieces.map((piece) => readPiece(withoutWords(piece), missingZero));
  if (read.some((reading) => reading !== NOT_A_NUMBER)) return choose(read);
  return choose(
    pieces.flatMap((piece) => piece.split("/")).map((piece) => readPiece(withoutWords(piece), missingZero)),
  );
}

/** Counts a cell that may be a New Zealand mobile without its zero. Returns whether it is such a cell. */
export function countZeroless(cell: string, zeros: MissingZeros): boolean {
  // Every cell of a file is checked, and few pass this line.
  if (cell.length > MAX_CELL || !MAY_BE_ZEROLESS.test(cell)) return false;
  const reading = readNumberCell(cell);
  if (!("problem" in reading) || reading.problem !== "missing-zero") return false;
  if (zeros.count++ > 0) return true;
  const restored = readNumberCell(cell, "new-zealand");
  zeros.first = cell;
  zeros.restored = "msisdn" in restored ? restored.msisdn : "";
  return true;
}

/** Returns an empty count. */
export function noZeros(): MissingZeros {
  return { count: 0, first: "", restored: "" };
}

/** Returns the reading of a cell with several pieces: the only mobile, or the reason that it has none. */
function choose(readings: readonly NumberReading[]): NumberReading {
  const mobiles = new Set(readings.flatMap((reading) => ("msisdn" in reading ? [reading.msisdn] : [])));
  const problems = readings.flatMap((reading) => ("problem" in reading ? [reading.problem] : []));
  if (problems.includes("missing-zero")) return { problem: "missing-zero" };
  const [msisdn, ...others] = mobiles;
  if (others.length > 0) return { problem: "several-numbers" };
  if (msisdn !== undefined) return { msisdn };
  return problems.includes("cannot-receive") ? { problem: "cannot-receive" } : NOT_A_NUMBER;
}

function readPiece(written: string, missingZero: MissingZero | undefined): NumberReading {
  const piece = WHOLE_DECIMAL.test(written) ? written.replace(/[.,]0+$/, "") : written;
  if (/\p{L}/u.test(piece) || DECIMAL.test(piece)) return NOT_A_NUMBER;
  const digits = withoutSeparators(piece);
  if (ZEROLESS.test(digits) && canReceiveSms(NEW_ZEALAND + digits) && missingZero !== "as-written")
    return missingZero === undefined ? { problem: "missing-zero" } : { msisdn: NEW_ZEALAND + digits };
  const msisdn = normaliseMsisdn(digits.replace(ZERO_LEFT_IN, NEW_ZEALAND)) ?? normaliseMsisdn(piece);
  if (msisdn === null) return NOT_A_NUMBER;
  return canReceiveSms(msisdn) ? { msisdn } : { problem: "cannot-receive" };
}

/** Returns a cell without the marks of spreadsheets, address books and transfers. */
function plainText(cell: string): string {
  return plainNumber(withoutGuard(cell.trim()))
    .replace(/\p{Cc}+/gu, "\n")
    .trim()
    .replace(/^=(?=[+\d"])/, "")
    .replace(/^['"\u2018\u2019\u201c\u201d`\u00b4]+|['"\u2018\u2019\u201c\u201d`\u00b4]+$/gu, "")
    .replace(/^(?:tel|sms|callto|phone|mailto|whatsapp)\s*:\s*(?:\/\/)?/i, "")
    .trim();
}

/** Returns a piece without labels, remarks, an extension, and the marks of a list. */
function withoutWords(piece: string): string {
  return piece
    .replace(REMARK, " ")
    .trim()
    .replace(EXTENSION, "")
    .replace(LABELS_BEFORE, "")
    .replace(LABELS_BEHIND, "")
    .replace(/^[\s\u2022\u00b7*\-\u2013\u2014.,:]+(?=[+(\d])|[\s.,:;*-]+$/g, "")
    .trim();
}
