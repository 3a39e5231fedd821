/** The fields of a receipt's text that are read, as they are written. */
export type FieldName = "id" | "sub" | "dlvrd" | "submitDate" | "doneDate" | "stat" | "err";
export type Fields = ReadonlyMap<FieldName, string>;

/**
 * The fields of a receipt. `behindText`: those that stand behind the message's own text, or in it. `startsWithField`: whether
 * there is nothing before the first field.
 */
export type ReceiptFields = { fields: Fields; behindText: Fields; startsWithField: boolean };

/** The characters that may stand between two fields beside white space. */
const SEPARATORS = ",;|&";

/**
 * The name of a field, in the spellings that SMSCs use, with its colon or equals sign. White space, a separator, a quotation mark
 * or a bracket stands before it.
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

type Found = { name: FieldName | "text"; start: number; end: number };

/**
 * Finds the fields of a receipt's text in any order (SMPP 3.4, appendix B). Fields end at the next field's name. Of two fields
 * with one name the first counts; behind the message's own text, which may look like fields, the last does.
 * Linear in the length; never throws.
 */
export function readFields(text: string): ReceiptFields {
  const found: Found[] = [];
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
    // Behind an id there may be fields that are not known.
    const value = name === "id" && separator !== null ? (written.split(separator, 1)[0] ?? "") : written;
    if (isBehind) behindText.set(name, value);
    else if (!fields.has(name)) fields.set(name, value);
  }
  const startsWithField = found[0] !== undefined && text.slice(0, found[0].start).trim() === "";
  return { fields, behindText, startsWithField };
}

/** Where the message's own text begins; the length where there is none. */
export function textStart(text: string): number {
  for (const match of text.matchAll(KEY)) if (nameOf(match[1] ?? "") === "text") return match.index;
  return text.length;
}

function nameOf(key: string): FieldName | "text" {
  return NAMES.find(([pattern]) => pattern.test(key))?.[1] ?? "text";
}

/** The separator before each field but the first; null where there is none before one, or they differ. An id may have such signs. */
function separatorOf(text: string, [, ...others]: readonly Found[]): string | null {
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

/** A value without white space and quotation marks around it, and without the separator that ends it. */
function fieldValue(written: string, separator: string | null): string {
  let value = written.trim();
  if (separator !== null && value.endsWith(separator)) value = value.slice(0, -1).trimEnd();
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  const end = value.indexOf(quote, 1);
  return end > 0 ? value.slice(1, end).trim() : value;
}
