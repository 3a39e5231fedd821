import { joinList } from "@/lib/contacts/change-lists";
import {
  addContactStatement,
  changeContactStatement,
  contactOfStatement,
  leaveListsStatement,
  ownContactsStatement,
  removeContactsStatement,
} from "@/lib/contacts/contacts.sql";
import { keepFields, storedFields } from "@/lib/contacts/fields";
import { lockBook, requireRoom } from "@/lib/contacts/lock-book";
import type { ChangedContact, GivenContact } from "@/lib/contracts/members/contacts/contacts";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/**
 * Adds a contact, and adds it to lists (rules: contacts).
 * @returns the contact's id, and its number in international digits.
 * @throws GatewayError `invalid_recipient`; `conflict` if the number is already a contact or the account has too
 * many; `not_found` if a list does not exist.
 */
export async function addContact(
  tx: Transaction,
  accountId: number,
  given: GivenContact,
  now: Date,
): Promise<{ id: string; msisdn: string }> {
  const contacts = await lockBook(tx, accountId);
  requireRoom(contacts + 1);
  const msisdn = readMobile(given.number);
  await keepFields(
    tx,
    accountId,
    given.fields.map(({ name }) => name),
  );
  const id = newId();
  const contact = { id, msisdn, name: given.name, fields: storedFields(given.fields) };
  const added = await tx.query(addContactStatement(accountId, contact, now));
  if (added.length === 0) throw isContactAlready(msisdn);
  for (const list of new Set(given.lists)) await joinList(tx, accountId, list, [id]);
  return { id, msisdn };
}

/**
 * Replaces the values of a contact.
 * @returns the contact's number.
 * @throws GatewayError `not_found`, `invalid_recipient`, or `conflict` if another contact has the number.
 */
export async function changeContact(
  tx: Transaction,
  accountId: number,
  { id, ...given }: ChangedContact,
): Promise<string> {
  await lockBook(tx, accountId);
  const msisdn = readMobile(given.number);
  const [other] = await tx.query<{ id: string }>(contactOfStatement(accountId, msisdn));
  if (other && other.id !== id) throw isContactAlready(msisdn);
  await keepFields(
    tx,
    accountId,
    given.fields.map(({ name }) => name),
  );
  const contact = { id, msisdn, name: given.name, fields: storedFields(given.fields) };
  const changed = await tx.query(changeContactStatement(accountId, contact));
  if (changed.length === 0) throw new GatewayError("not_found", "There is no such contact.");
  return msisdn;
}

/**
 * Removes contacts, also from their lists (rules: contacts).
 * @returns the number of removed contacts.
 */
export async function removeContacts(
  tx: Transaction,
  accountId: number,
  ids: readonly string[],
): Promise<number> {
  await lockBook(tx, accountId);
  const own = (await tx.query<{ id: string }>(ownContactsStatement(accountId, ids))).map(({ id }) => id);
  if (own.length === 0) return 0;
  await tx.query(leaveListsStatement(own));
  await tx.query(removeContactsStatement(accountId, own));
  return own.length;
}

function readMobile(given: string): string {
  const msisdn = normaliseMsisdn(given);
  if (msisdn === null) throw new GatewayError("invalid_recipient", "This is not a phone number.");
  if (!canReceiveSms(msisdn))
    throw new GatewayError(
      "invalid_recipient",
      "This number can't receive texts: it is not a mobile number.",
    );
  return msisdn;
}

function isContactAlready(msisdn: string): GatewayError {
  return new GatewayError("conflict", `${writtenNumber(msisdn)} is a contact already.`);
}
