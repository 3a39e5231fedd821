import type { FieldValues } from "@/lib/contacts/contacts.sql";
import {
  addFieldsStatement,
  eraseValuesStatement,
  type FieldRow,
  fieldsStatement,
  forgetFieldStatement,
  type RemovedField,
  removedFieldsStatement,
  removeFieldStatement,
} from "@/lib/contacts/fields.sql";
import { lockBook } from "@/lib/contacts/lock-book";
import { MAX_FIELDS } from "@/lib/contracts/base/values";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { fieldKey } from "@/lib/sms/text/fill-template";

/** The names of a contact's name and number in texts. No field may have one of them. */
const RESERVED = ["name", "number"];

/** The contacts that one statement reads when values are erased. */
const BATCH = 1_000;

/** Reads an account's fields, sorted by key. */
export async function readFields(db: Queryable, accountId: number): Promise<FieldRow[]> {
  return db.query<FieldRow>(fieldsStatement(accountId));
}

/** Returns a field's key: its name in lower case (rules: contacts). */
export function keyOfField(name: string): string {
  return fieldKey(name);
}

/**
 * Adds the fields that an account does not have (rules: contacts). The transaction has locked the account's contacts.
 * @throws GatewayError `conflict` for too many fields; `invalid_parameter` for a reserved or repeated name.
 */
export async function keepFields(
  tx: Transaction,
  accountId: number,
  names: readonly string[],
): Promise<void> {
  const wanted = names.map((name) => ({ key: keyOfField(name), name }));
  requireFieldNames(names);
  const known = await readFields(tx, accountId);
  const added = wanted.filter(({ key }) => known.every((field) => field.key !== key));
  if (added.length === 0) return;
  if (known.length + added.length > MAX_FIELDS)
    throw new GatewayError(
      "conflict",
      `Contacts have at most ${MAX_FIELDS} fields. There are ${known.length} already: remove some, or use them.`,
    );
  await tx.query(addFieldsStatement(accountId, added));
}

/**
 * Rejects reserved and repeated names of fields.
 * @throws GatewayError `invalid_parameter`.
 */
export function requireFieldNames(names: readonly string[]): void {
  const keys = names.map(keyOfField);
  const reserved = names.find((name) => RESERVED.includes(keyOfField(name)));
  if (reserved !== undefined)
    throw new GatewayError(
      "invalid_parameter",
      `Parameter 'fields': every contact has a ${reserved} anyway.`,
    );
  const twice = names.find((_, place) => keys.indexOf(keys[place] ?? "") !== place);
  if (twice !== undefined)
    throw new GatewayError("invalid_parameter", `Parameter 'fields' has '${twice}' twice.`);
}

/** Returns a contact's values in the form that is stored. Empty values are dropped. */
export function storedFields(given: readonly { name: string; value: string }[]): FieldValues {
  return Object.fromEntries(
    given.filter(({ value }) => value !== "").map(({ name, value }) => [keyOfField(name), value]),
  );
}

/** Returns a contact's value of a field, or undefined. A field may have the name of a property of every object. */
export function valueOfField(stored: FieldValues, key: string): string | undefined {
  return Object.hasOwn(stored, key) ? stored[key] : undefined;
}

/** Returns stored values with the names of their fields, in the order of the fields. */
export function shownFields(
  stored: FieldValues,
  fields: readonly FieldRow[],
): { name: string; value: string }[] {
  return fields.flatMap(({ key, name }) => {
    const value = valueOfField(stored, key);
    return value === undefined ? [] : [{ name, value }];
  });
}

/**
 * Removes a field from all contacts of an account. Its values are no longer read. They are erased after the commit.
 * If the server is killed before, the sweep erases the rest.
 * @returns the field's name.
 * @throws GatewayError `not_found`.
 */
export async function removeField(
  tx: Transaction,
  accountId: number,
  name: string,
  now: Date,
): Promise<string> {
  await lockBook(tx, accountId);
  const key = keyOfField(name);
  const [removed] = await tx.query<{ name: string }>(removeFieldStatement(accountId, key, now));
  if (!removed) throw new GatewayError("not_found", "There is no such field.");
  const field = { accountId, key, removedAt: now };
  tx.afterCommit((db) => eraseField(db, field), "a field's values wait for the sweep");
  return removed.name;
}

/** Erases the values of removed fields, in short batches (rules: contacts). */
export async function eraseRemovedFields(db: Database): Promise<void> {
  for (const field of await db.query<RemovedField>(removedFieldsStatement(BATCH)))
    await eraseField(db, field);
}

/**
 * Erases a removed field's values in batches. Each batch locks the account's contacts, as a change of values does. A
 * value that is written after the field was restored is therefore not erased.
 */
async function eraseField(db: Database, field: RemovedField): Promise<void> {
  for (let after: string | null = ""; after !== null; ) {
    const behind: string = after;
    after = await db.transaction(async (tx) => {
      await lockBook(tx, field.accountId);
      return eraseNext(tx, field, behind);
    });
  }
  await db.query(forgetFieldStatement(field));
}

/**
 * Erases a removed field's values in the next contacts after a number. Returns the last number of the batch, or null.
 */
async function eraseNext(tx: Queryable, field: RemovedField, behind: string): Promise<string | null> {
  const [looked] = await tx.query<{ last: string | null }>(eraseValuesStatement(field, behind, BATCH));
  return looked?.last ?? null;
}
