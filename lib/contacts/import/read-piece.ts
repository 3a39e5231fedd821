import { keyOfField } from "@/lib/contacts/fields";
import { CONTACT_NAME_LENGTH, FIELD_VALUE_LENGTH, MAX_IMPORT_CHUNK } from "@/lib/contracts/base/values";
import type {
  ImportPiece,
  ImportProblem,
  ImportProblems,
} from "@/lib/contracts/members/contacts/contact-imports";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { readNumberCell } from "@/lib/sms/numbers/number-cell";

/** The rows that are read without a break: a foreign number takes tens of microseconds. */
const SLICE = 100;

/** A row as it is staged. */
export type StagedContact = { id: string; msisdn: string; name: string; fields: Record<string, string> };

/** A piece of a file: its contacts, each number once, and the rejected rows. */
export type ReadPiece = { rows: number; valid: number; contacts: StagedContact[]; problems: ImportProblems };

/**
 * Reads a piece of a file (rules: contact imports, numbers in files). A repeated number is merged with the earlier
 * row. The function works in slices, and other requests run between them.
 * @param fields the names of the import's fields, in the order of the piece's values.
 * @throws GatewayError `invalid_parameter` for columns of unequal length, and for too many rows.
 */
export async function readPiece(piece: ImportPiece, fields: readonly string[]): Promise<ReadPiece> {
  const numbers = piece.numbers.split("\n");
  const columns = columnsOf(piece, fields, numbers.length);
  const contacts = new Map<string, StagedContact>();
  const problems: ImportProblems = [];
  let valid = 0;
  for (const [row, given] of numbers.entries()) {
    if (row > 0 && row % SLICE === 0) await yieldToOthers();
    const reading = readNumberCell(given, piece.missingZero);
    const name = columns.names?.[row]?.trim() ?? "";
    const values = columns.values.map(({ field, cells }) => ({ field, value: cells[row]?.trim() ?? "" }));
    const long = values.find(({ value }) => isLonger(value, FIELD_VALUE_LENGTH));
    const problem = isLonger(name, CONTACT_NAME_LENGTH) ? "name-too-long" : long ? "value-too-long" : null;
    if ("problem" in reading || problem !== null) {
      problems.push({
        row,
        problem: "problem" in reading ? reading.problem : (problem as ImportProblem),
        field: "problem" in reading || problem !== "value-too-long" || !long ? null : long.field,
      });
      continue;
    }
    const { msisdn } = reading;
    valid++;
    const before = contacts.get(msisdn);
    const filled = values.filter(({ value }) => value !== "");
    contacts.set(msisdn, {
      id: before?.id ?? newId(),
      msisdn,
      name: name === "" ? (before?.name ?? "") : name,
      fields: {
        ...before?.fields,
        ...Object.fromEntries(filled.map(({ field, value }) => [keyOfField(field), value])),
      },
    });
  }
  return { rows: numbers.length, valid, contacts: [...contacts.values()], problems };
}

function columnsOf(
  piece: ImportPiece,
  fields: readonly string[],
  rows: number,
): { names: string[] | undefined; values: { field: string; cells: string[] }[] } {
  if (rows > MAX_IMPORT_CHUNK)
    throw new GatewayError(
      "invalid_parameter",
      `Parameter 'numbers' must have at most ${MAX_IMPORT_CHUNK} lines.`,
    );
  if (piece.values.length !== fields.length)
    throw new GatewayError("invalid_parameter", "Parameter 'values' must have one text for each field.");
  const names = piece.names?.split("\n");
  const values = piece.values.map((text, place) => ({ field: fields[place] ?? "", cells: text.split("\n") }));
  if ([names, ...values.map(({ cells }) => cells)].some((cells) => cells && cells.length !== rows))
    throw new GatewayError("invalid_parameter", "Parameter 'values' must have one line for each number.");
  return { names, values };
}

/** Compares a text's length in code points, as the database counts. A far longer text is not split to be counted. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}
