/** A field of a receipt's text. */
export type FieldName = "id" | "sub" | "dlvrd" | "submitDate" | "doneDate" | "stat" | "err";
export type Fields = ReadonlyMap<FieldName, string>;

/**
 * The fields of a receipt. `behindText`: those after the beginning of the message's own text. `startsWithField`: true
 * if the text begins with a field.
 */
export type ReceiptFields = { fields: Fields; behindText: Fields; startsWithField: boolean };

/** Characters other than white space that may separate two fields. */
const SEPARATORS = ",;|&";

/**
 * The name of a field in the spellings of SMSCs, with its colon or equals sign. White space, a separator, a quotation
 * mark or a bracket precedes it.
 */
const KEY =
  /(?<![^\s,;|&"'[{(])((?:message|msg|sms)?[ _-]?id|sub|dlvrd|submit[ _-]?(?:date|time)|done[ _-]?(?:date|time)|(?:message[ _-]?)?stat(?:us|e)?|(?:network[ _-]?)?err(?:or)?(?:[ _-]?code)?|text)["']?\s{0,4}[:=]/gi;

const NAMES: readonly (readonly [RegExp, FieldName])[] = [
  [/id$/i, "id"],
  [/^sub$/i, "sub"],
  [/^dlvrd$/i, "dlvrd"],
  [/^submit/i, "submitDate"],
  [/^done/i, "doneDate"],
  [/stat/i, "stat"],
  [/err/i, "err"],
];

type FoundName = { name: FieldName | "text"; start: number; end: number };

/**
 * Finds the fields of a receipt's text in any order (SMPP 3.4, appendix B). A field ends at the next field's name. The
 * first of two fields with one name counts. After the beginning of the message's own text, which may resemble fields,
 * the last one counts. Linear in the length; never throws.
 */
export function readFields(text: string): ReceiptFields {
  const found: FoundName[] = [];
  for (const match of text.matchAll(KEY))
    found.push({ name: nameOf(match[1] ?? ""), start: match.index, end: match.index + match[0].length });
  const separator = separatorOf(text, found);
  const fields = new Map<FieldName, string>();
  const behindText = new Map<FieldName, string>();
  let isBehind = false;
  for (const [index, { name, end }] of found.entries()) {
    if (name === "text") {
      isBehind = true;
      continue;
    }
    const written = fieldValue(text.slice(end, found[index + 1]?.start ?? text.length), separator);
    // Unknown fields may follow an id.
    const value = name === "id" && separator !== null ? (written.split(separator, 1)[0] ?? "") : written;
    if (isBehind) behindText.set(name, value);
    else if (!fields.has(name)) fields.set(name, value);
  }
  const startsWithField = found[0] !== undefined && text.slice(0, found[0].start).trim() === "";
  return { fields, behindText, startsWithField };
}

/** Returns the index of the message's own text; the length of the receipt if it has none. */
export function textStart(text: string): number {
  for (const match of text.matchAll(KEY)) if (nameOf(match[1] ?? "") === "text") return match.index;
  return text.length;
}

function nameOf(key: string): FieldName | "text" {
  return NAMES.find(([pattern]) => pattern.test(key))?.[1] ?? "text";
}

/**
 * Returns the separator before each field except the first; null if it is missing before one, or varies. An id may
 * contain such signs.
 */
function separatorOf(text: string, [, ...others]: readonly FoundName[]): string | null {
  const signs = new Set(
    others.map(
      ({ start }) =>
        text
          .slice(Math.max(start - 4, 0), start)
          .trimEnd()
          .at(-1) ?? "",
    ),
  );
  const [sign = ""] = signs;
  return signs.size === 1 && sign !== "" && SEPARATORS.includes(sign) ? sign : null;
}

/** Returns a value without surrounding white space and quotation marks, and without the separator at its end. */
function fieldValue(written: string, separator: string | null): string {
  let value = written.trim();
  if (separator !== null && value.endsWith(separator)) value = value.slice(0, -1).trimEnd();
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  const end = value.indexOf(quote, 1);
  return end > 0 ? value.slice(1, end).trim() : value;
}
