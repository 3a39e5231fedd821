import { keyOfField, valueOfField } from "@/lib/contacts/fields";
import type { FieldRow } from "@/lib/contacts/fields.sql";
import type { Member } from "@/lib/contacts/list-members.sql";
import type { MergeField } from "@/lib/contracts/base/merge-fields";
import { MAX_FIELDS } from "@/lib/contracts/base/values";
import { GatewayError } from "@/lib/errors";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { writtenNumber } from "@/lib/sms/numbers/written-number";
import { templatePieces } from "@/lib/sms/text/fill-template";

/** The contacts that are read without a break. */
const SLICE = 1_000;

/**
 * Returns the contacts' values that a text names (rules: merge fields, sends to lists): their name, their number as
 * people write it, and their fields.
 * @returns undefined if the text names none.
 * @throws GatewayError `invalid_parameter` for a name that is no field, and for missing values, with their number.
 */
export async function contactFields(
  body: string,
  members: readonly Member[],
  fields: readonly FieldRow[],
): Promise<MergeField[] | undefined> {
  const named = new Map<string, { name: string; isNeeded: boolean }>();
  for (const piece of templatePieces(body)) {
    if (typeof piece === "string") continue;
    const { name, fallback } = piece;
    const key = keyOfField(name);
    named.set(key, { name, isNeeded: fallback === null || named.get(key)?.isNeeded === true });
  }
  if (named.size === 0) return undefined;
  if (named.size > MAX_FIELDS) throw wrong(`Parameter 'body' names more than ${MAX_FIELDS} fields.`);
  const known = new Set(["name", "number", ...fields.map(({ key }) => key)]);
  const unknown = [...named].find(([key]) => !known.has(key));
  if (unknown) throw wrong(`Contacts have no field called ${unknown[1].name.slice(0, 60)}.`);
  const columns: MergeField[] = [];
  for (const [key, { name, isNeeded }] of named) {
    const values = await valuesOf(key, members);
    if (isNeeded) requireValues(name, values, members);
    columns.push({ name, values });
  }
  return columns;
}

async function valuesOf(key: string, members: readonly Member[]): Promise<string[]> {
  const values: string[] = [];
  for (const [place, { msisdn, name, fields }] of members.entries()) {
    if (place > 0 && place % SLICE === 0) await yieldToOthers();
    values.push(
      key === "name" ? name : key === "number" ? writtenNumber(msisdn) : (valueOfField(fields, key) ?? ""),
    );
  }
  return values;
}

/**
 * Requires a value for each contact. @throws GatewayError `invalid_parameter`, with the number of contacts without a
 * value, and the first of them.
 */
function requireValues(name: string, values: readonly string[], members: readonly Member[]): void {
  const missing = members.filter((_, place) => values[place]?.trim() === "");
  const [first] = missing;
  if (!first) return;
  const who =
    missing.length === 1 ? "1 contact has" : `${missing.length.toLocaleString("en-NZ")} contacts have`;
  const number = writtenNumber(first.msisdn);
  const called = first.name === "" ? number : `${first.name}, ${number}`;
  const where = missing.length === 1 ? `(${called})` : `(the first is ${called})`;
  throw wrong(`${who} no ${name} ${where}. Fill it in, or add a fallback: {{${name}|there}}.`);
}

function wrong(message: string): GatewayError {
  return new GatewayError("invalid_parameter", message);
}
