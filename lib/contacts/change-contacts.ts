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
 * Adds a contact, and puts it in lists (rules: contacts).
 * @returns its id, and its number as messages are addressed.
 * @throws GatewayError `invalid_recipient`, `conflict` for a number that is a contact and for one too many, `not_found` for a
 * list that is not there.
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
 * Writes a contact anew.
 * @returns its number.
 * @throws GatewayError `not_found`, `invalid_recipient`, and `conflict` for a number that another contact has.
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
 * Removes contacts, from their lists too (rules: contacts).
 * @returns how many there were.
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
    throw new GatewayError("invalid_recipient", "This number can't receive texts: it is no mobile phone's.");
  return msisdn;
}

function isContactAlready(msisdn: string): GatewayError {
  return new GatewayError("conflict", `${writtenNumber(msisdn)} is a contact already.`);
}
