import type { RecipientFile } from "@/app/(members)/send/_components/send-form";
import { countOf } from "@/components/ui/count";
import { FIELD_VALUE_LENGTH, MAX_FIELDS } from "@/lib/contracts/base/values";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";
import { fieldKey, templatePieces } from "@/lib/sms/text/fill-template";

/** The columns in a text, each once, and if every row needs a value in them. */
export type NamedFields = { name: string; isNeeded: boolean }[];

/** The values of the columns in a text, as in a request: a line for each recipient. */
export type MergeFields = { name: string; values: string }[];

/** The fields that every contact has. */
export const CONTACT_FIELDS = ["name", "number"];

/** Returns the columns in a text (rules: merge fields). */
export function namedFields(body: string): NamedFields {
  const named = new Map<string, NamedFields[number]>();
  for (const piece of templatePieces(body)) {
    if (typeof piece === "string") continue;
    const { name, fallback } = piece;
    const isNeeded = fallback === null || named.get(fieldKey(name))?.isNeeded === true;
    named.set(fieldKey(name), { name, isNeeded });
  }
  return [...named.values()];
}

/**
 * Returns a file's values of the columns in a text, for the recipients of a list.
 * @returns no fields if the text has no columns, or if values are missing; in that case also the problem.
 */
export function mergeOf(
  named: NamedFields,
  file: RecipientFile | null,
  { recipients, lines }: Pick<RecipientList, "recipients" | "lines">,
): { fields?: MergeFields; error?: string } {
  const [first] = named;
  if (!first) return {};
  if (file === null)
    return { error: `Upload a file with a column called ${first.name} to use {{${first.name}}}.` };
  if (named.length > MAX_FIELDS) return { error: `A text can use at most ${MAX_FIELDS} columns.` };
  if (recipients.length === 0) return {};
  const titles = file.table.columns.map(({ title }) => title);
  const rows = new Map(file.table.rows.map(({ line, cells }) => [line, cells]));
  const fields: MergeFields = [];
  for (const field of named) {
    const column = titles.findIndex((title) => fieldKey(title) === fieldKey(field.name));
    if (column === -1) return { error: `No column is called ${field.name}. Columns: ${columnList(titles)}.` };
    const values = lines.map((line) => valueIn(rows.get(line)?.[column] ?? ""));
    const error = problemOf(field, values, lines);
    if (error !== undefined) return { error };
    fields.push({ name: field.name, values: values.join("\n") });
  }
  return { fields };
}

/**
 * Returns the problem with the contact fields in a text, or undefined. The server has the values.
 * @param known the names of the contacts' fields.
 */
export function contactFieldError(named: NamedFields, known: readonly string[]): string | undefined {
  if (named.length > MAX_FIELDS) return `A text can use at most ${MAX_FIELDS} fields.`;
  const fields = [...CONTACT_FIELDS, ...known];
  const unknown = named.find(({ name }) => fields.every((field) => fieldKey(field) !== fieldKey(name)));
  return unknown && `Contacts have no field called ${unknown.name}. Fields: ${columnList(fields)}.`;
}

/** Returns the final text of one recipient. */
export function filledFor(body: string, fields: MergeFields, place: number): string {
  const values = new Map(fields.map(({ name, values }) => [fieldKey(name), values.split("\n")[place] ?? ""]));
  return templatePieces(body)
    .map((piece) =>
      typeof piece === "string" ? piece : values.get(fieldKey(piece.name)) || (piece.fallback ?? ""),
    )
    .join("");
}

function problemOf(
  { name, isNeeded }: NamedFields[number],
  values: readonly string[],
  lines: readonly number[],
): string | undefined {
  const long = values.findIndex((value) => value.length > FIELD_VALUE_LENGTH);
  if (long !== -1)
    return `The ${name} on line ${lines[long]} is longer than ${FIELD_VALUE_LENGTH} characters.`;
  const empty = isNeeded ? values.flatMap((value, place) => (value === "" ? [lines[place]] : [])) : [];
  if (empty.length === 0) return undefined;
  const who = `${countOf(empty.length, "recipient")} ${empty.length === 1 ? "has" : "have"} no ${name}`;
  const where = empty.length === 1 ? `(line ${empty[0]})` : `(the first on line ${empty[0]})`;
  return `${who} ${where}. Fill it in, or add a fallback: {{${name}|there}}.`;
}

/** Returns a cell on one line. Line breaks and control characters become spaces. */
function valueIn(cell: string): string {
  return cell
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .toWellFormed();
}

/** The maximum number of columns that an error names. */
const MAX_NAMED = 8;

function columnList(columns: readonly string[]): string {
  const named = columns.slice(0, MAX_NAMED).join(", ");
  return columns.length > MAX_NAMED ? `${named} and ${columns.length - MAX_NAMED} more` : named;
}
