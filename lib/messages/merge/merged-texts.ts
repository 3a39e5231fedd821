import type { MergeField } from "@/lib/contracts/base/merge-fields";
import { FIELD_VALUE_LENGTH } from "@/lib/contracts/base/values";
import { GatewayError } from "@/lib/errors";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { type Encoding, encodeText } from "@/lib/sms/text/encoding";
import { fieldKey, type Placeholder, templatePieces } from "@/lib/sms/text/fill-template";
import { countParts, MAX_PARTS } from "@/lib/sms/text/segments";

/** The text of one message as it is sent. */
export type MergedText = { text: string; encoding: Encoding; parts: number };

/** The recipient of a text: as the caller wrote it, and its number; null if it has none. */
type Recipient = { given: string; msisdn: string | null };

/** The length from which a filled text certainly has more than `MAX_PARTS` parts, and is rejected without a count. */
const MAX_LENGTH = 4_000;

/** The texts that are built without a break: each takes up to some hundred microseconds. */
const SLICE = 20;

/**
 * Returns the texts of a send that names fields (rules: merge fields): the template with each recipient's values.
 * @returns a text for each recipient with a number, in their order. Equal texts are one object.
 * @throws GatewayError `invalid_parameter` for a name that is no field, a missing or too long value, and a text that
 * is too long or empty.
 */
export async function mergedTexts(
  template: string,
  { fields, unicode }: { fields: readonly MergeField[]; unicode: boolean },
  recipients: readonly Recipient[],
): Promise<MergedText[]> {
  const pieces = templatePieces(template);
  const columns = columnsOf(pieces, fields, recipients.length);
  const made = new Map<string, MergedText>();
  const texts: MergedText[] = [];
  for (const [place, { given, msisdn }] of recipients.entries()) {
    if (place > 0 && place % SLICE === 0) await yieldToOthers();
    if (msisdn === null) continue;
    const filled = fill(pieces, columns, { place, given });
    const text = made.get(filled) ?? encoded(filled, unicode, given);
    made.set(filled, text);
    texts.push(text);
  }
  return texts;
}

/** The values of the fields that a template names, by the keys of their names. */
type Columns = ReadonlyMap<string, readonly string[]>;

function columnsOf(
  pieces: readonly (string | Placeholder)[],
  fields: readonly MergeField[],
  recipients: number,
): Columns {
  const columns = new Map<string, readonly string[]>();
  for (const { name, values } of fields) {
    if (columns.has(fieldKey(name))) throw wrong(`Parameter 'fields' has '${name}' twice.`);
    if (values.length !== recipients)
      throw wrong(
        `Parameter 'fields': '${name}' has ${values.length} values for ${recipients} recipients. Give one line for each.`,
      );
    columns.set(fieldKey(name), values);
  }
  for (const piece of pieces) {
    if (typeof piece === "string" || columns.has(fieldKey(piece.name))) continue;
    throw wrong(`Parameter 'body' names {{${piece.name.slice(0, 60)}}}, which is not a field.`);
  }
  return columns;
}

function fill(
  pieces: readonly (string | Placeholder)[],
  columns: Columns,
  { place, given }: { place: number; given: string },
): string {
  let filled = "";
  for (const piece of pieces) {
    filled += typeof piece === "string" ? piece : valueAt(piece, columns, { place, given });
    if (filled.length > MAX_LENGTH) throw tooLong(given);
  }
  return filled;
}

function valueAt(
  { name, fallback }: Placeholder,
  columns: Columns,
  { place, given }: { place: number; given: string },
): string {
  const value = columns.get(fieldKey(name))?.[place]?.trim() ?? "";
  if (value.length > FIELD_VALUE_LENGTH)
    throw wrong(
      `The value of {{${name}}} for ${shown(given)} is longer than ${FIELD_VALUE_LENGTH} characters.`,
    );
  if (value !== "") return value;
  if (fallback !== null) return fallback;
  throw wrong(
    `There is no value of {{${name}}} for ${shown(given)}. Add one, or add a fallback: {{${name}|there}}.`,
  );
}

function encoded(filled: string, unicode: boolean, given: string): MergedText {
  const { text, encoding } = encodeText(filled, unicode);
  if (text === "") throw wrong(`The text for ${shown(given)} has no characters that can be sent.`);
  const parts = countParts(text, encoding);
  if (parts > MAX_PARTS) throw tooLong(given);
  return { text, encoding, parts };
}

function shown(given: string): string {
  return `'${given.slice(0, 40).toWellFormed()}'`;
}

function tooLong(given: string): GatewayError {
  return wrong(`The text for ${shown(given)} is longer than ${MAX_PARTS} parts. Shorten it.`);
}

function wrong(message: string): GatewayError {
  return new GatewayError("invalid_parameter", message);
}
