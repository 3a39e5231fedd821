import { makeBookStatement } from "@/lib/contacts/book.sql";
import { countListsStatement, joinListStatement, leaveListStatement } from "@/lib/contacts/lists.sql";
import {
  addNumbersStatement,
  contactsOfStatement,
  type Membership,
  membershipsStatement,
  ownListsStatement,
  tryLockBookStatement,
} from "@/lib/contacts/numbers/numbers.sql";
import {
  type KnownContacts,
  type NumberChange,
  type NumberOutcome,
  planChanges,
} from "@/lib/contacts/numbers/plan-changes";
import type { Transaction } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/**
 * Locks an account's contacts like `lockBook`, but does not wait for another transaction's lock.
 * @returns the number of contacts, or null if they are locked.
 */
export async function tryLockBook(tx: Transaction, accountId: number): Promise<number | null> {
  await tx.query(makeBookStatement(accountId));
  const [book] = await tx.query<{ contacts: number }>(tryLockBookStatement(accountId));
  return book?.contacts ?? null;
}

/**
 * Adds numbers to lists and removes them, one after the other (rules: list changes). The transaction has locked the
 * account's contacts. If a list is full or missing, the change's outcome says so, and the other changes are made.
 * @param contacts the number of the account's contacts.
 * @returns the outcome of each change.
 */
export async function changeNumbers(
  tx: Transaction,
  { accountId, contacts }: { accountId: number; contacts: number },
  changes: readonly NumberChange[],
  now: Date,
): Promise<NumberOutcome[]> {
  const known = await readKnown(tx, { accountId, contacts }, changes);
  const { added, joins, leaves, outcomes } = planChanges(changes, known, newId);
  if (added.length > 0) await tx.query(addNumbersStatement(accountId, added, now));
  for (const [list, ids] of leaves) await tx.query(leaveListStatement(list, ids));
  for (const [list, ids] of joins) await tx.query(joinListStatement(list, ids));
  return outcomes;
}

async function readKnown(
  tx: Transaction,
  { accountId, contacts }: { accountId: number; contacts: number },
  changes: readonly NumberChange[],
): Promise<KnownContacts> {
  const asked = changes.flatMap(({ addTo, removeFrom }) => [addTo, removeFrom]).filter((id) => id !== null);
  const lists = await tx.query<{ id: string; name: string }>(ownListsStatement(accountId, asked));
  const found = await tx.query<{ id: string; msisdn: string }>(
    contactsOfStatement(
      accountId,
      changes.map(({ msisdn }) => msisdn),
    ),
  );
  const ids = new Map(found.map(({ id, msisdn }) => [msisdn, id]));
  const places = changes.flatMap(({ msisdn, addTo, removeFrom }) => {
    const contact = ids.get(msisdn);
    return contact === undefined
      ? []
      : [addTo, removeFrom].flatMap((list): Membership[] => (list === null ? [] : [{ list, contact }]));
  });
  const members = await tx.query<Membership>(membershipsStatement(places));
  const isIn = new Set(members.map(({ list, contact }) => `${list} ${contact}`));
  const [taken] = await tx.query<{ places: number }>(countListsStatement(accountId));
  return {
    contacts,
    places: taken?.places ?? 0,
    ids,
    lists: new Map(lists.map(({ id, name }) => [id, name])),
    isMember: (list, contact) => isIn.has(`${list} ${contact}`),
  };
}
