import { FIELD_NAME_LENGTH, MAX_FIELDS, MAX_IMPORT_CHUNK } from "@/lib/contracts/base/values";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import type { FileColumn } from "@/lib/parsing/files/file-table";
import { fieldKey } from "@/lib/sms/text/fill-template";

/** The meaning of a file's column: ignored, the number, the name, or a field with a name. */
export type Meaning = { kind: "none" | "number" | "name" } | { kind: "field"; name: string };

/** The titles of columns with whole names. */
const NAMES = [
  "name",
  "full name",
  "contact",
  "contact name",
  "customer",
  "customer name",
  "display name",
  "first name",
  "nom",
  "nombre",
  "naam",
  "nome",
  "imi\u0119",
  "ingoa",
  "given name",
  "first_name",
  "firstname",
  "vorname",
];

/** The title of the column of reasons in the file of skipped rows. */
export const SKIPPED_TITLE = "Skipped because";

/**
 * Names that no field may have: contacts have the first three anyway, and the last is a column of our own
 * file.
 */
const NO_FIELDS = ["name", "number", "opted out", fieldKey(SKIPPED_TITLE)];

/** Returns true if a column's title can be the name of a field. */
export function isFieldName(title: string): boolean {
  return (
    /^[^{}|\p{Cc}]+$/u.test(title) &&
    title.length <= FIELD_NAME_LENGTH &&
    !NO_FIELDS.includes(fieldKey(title))
  );
}

/**
 * Guesses the meanings of a file's columns. It skips columns without values or without a title.
 * @param known the names of the contacts' fields.
 * @param numbers the column with the numbers; undefined if the file has no such column.
 */
export function guessMeanings(
  columns: readonly Pick<FileColumn, "title" | "hasTitle" | "filled">[],
  known: readonly string[],
  numbers: number | undefined,
): Meaning[] {
  const named = NAMES.map((name) =>
    columns.findIndex(
      ({ title, filled }, place) => place !== numbers && filled > 0 && fieldKey(title) === fieldKey(name),
    ),
  ).find((place) => place !== -1);
  const used = new Set<string>();
  let room = MAX_FIELDS - known.length;
  return columns.map(({ title, hasTitle, filled }, place): Meaning => {
    if (place === numbers) return { kind: "number" };
    if (place === named) return { kind: "name" };
    if (filled === 0 || !hasTitle) return { kind: "none" };
    const own = known.find((name) => fieldKey(name) === fieldKey(title));
    if (used.has(fieldKey(title)) || !isFieldName(title)) return { kind: "none" };
    used.add(fieldKey(title));
    if (own !== undefined) return { kind: "field", name: own };
    return room-- > 0 ? { kind: "field", name: title.trim() } : { kind: "none" };
  });
}

/** Returns the problem with a choice of columns, or undefined. */
export function wrongMeanings(meanings: readonly Meaning[]): string | undefined {
  const many = (kind: Meaning["kind"]) => meanings.filter((meaning) => meaning.kind === kind).length;
  if (many("number") !== 1) return "Choose one column with the numbers.";
  if (many("name") > 1) return "Choose one column with the names.";
  const keys = fieldsOf(meanings).map(fieldKey);
  if (keys.length > MAX_FIELDS) return `Choose at most ${MAX_FIELDS} fields.`;
  return new Set(keys).size < keys.length ? "Two columns go into the same field." : undefined;
}

/** Returns the names of the fields in the order of their columns. */
export function fieldsOf(meanings: readonly Meaning[]): string[] {
  return meanings.flatMap((meaning) => (meaning.kind === "field" ? [meaning.name] : []));
}

/**
 * A piece of a file for a request: a text with a line for each row, and the line in the file at which each
 * row begins.
 */
export type Piece = { lines: number[]; numbers: string; names?: string; values: string[] };

/**
 * The maximum length of a piece, in characters. It keeps the request below its size limit in every alphabet.
 */
const MAX_PIECE_LENGTH = 700_000;

/** Returns the pieces of a file, each created on demand. It keeps one piece in memory. */
export async function* piecesOf(
  batches: AsyncIterable<readonly FileRow[]>,
  meanings: readonly Meaning[],
): AsyncGenerator<Piece> {
  const at = (kind: Meaning["kind"]) =>
    meanings.flatMap((meaning, place) => (meaning.kind === kind ? [place] : []));
  const [[number = 0], [name], fields] = [at("number"), at("name"), at("field")];
  const used = [number, ...(name === undefined ? [] : [name]), ...fields];
  let [lines, rows, length]: [number[], string[][], number] = [[], [], 0];
  const take = (): Piece => {
    const column = (place: number) => rows.map((cells) => cells[place] ?? "").join("\n");
    const values = fields.map((_, place) => column(used.length - fields.length + place));
    const piece = { lines, numbers: column(0), ...(name === undefined ? {} : { names: column(1) }), values };
    [lines, rows, length] = [[], [], 0];
    return piece;
  };
  for await (const batch of batches)
    for (const { line, cells } of batch) {
      const kept = used.map((place) => lineOf(cells[place] ?? "", place === number ? "; " : " "));
      const more = kept.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (lines.length === MAX_IMPORT_CHUNK || (lines.length > 0 && length + more > MAX_PIECE_LENGTH))
        yield take();
      lines.push(line);
      rows.push(kept);
      length += more;
    }
  if (lines.length > 0) yield take();
}

/**
 * Returns a cell on one line. A cell that is too long for a contact is cut after enough to recognise it.
 * @param between replaces line breaks and other control characters, so that numbers on several lines stay
 * apart.
 */
function lineOf(cell: string, between: string): string {
  return cell
    .slice(0, 1_000)
    .replace(/\p{Cc}+/gu, between)
    .trim()
    .toWellFormed();
}
