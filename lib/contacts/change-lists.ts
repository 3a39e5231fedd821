import { readBookStatement } from "@/lib/contacts/book.sql";
import { ownContactsStatement } from "@/lib/contacts/contacts.sql";
import { readFields } from "@/lib/contacts/fields";
import {
  countListsStatement,
  joinListStatement,
  type ListRow,
  leaveListStatement,
  listNamedStatement,
  listsStatement,
} from "@/lib/contacts/lists.sql";
import { lockBook } from "@/lib/contacts/lock-book";
import { MAX_CONTACT_LISTS, MAX_MEMBERSHIPS } from "@/lib/contracts/base/values";
import type { ContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** The sort order of names for people: a letter with a macron sorts like the letter without. */
const BY_NAME = new Intl.Collator("en-NZ", { numeric: true });

/** Reads an account's lists and fields, sorted by name, and the number of its contacts (rules: contact lists). */
export async function readLists(db: Queryable, accountId: number): Promise<ContactLists> {
  const [lists, fields, [book]] = await Promise.all([
    db.query<ListRow>(listsStatement(accountId, MAX_CONTACT_LISTS)),
    readFields(db, accountId),
    db.query<{ contacts: number }>(readBookStatement(accountId)),
  ]);
  return {
    contacts: book?.contacts ?? 0,
    lists: lists.sort((one, other) => BY_NAME.compare(one.name, other.name)),
    fields: fields.map(({ name }) => name).sort(BY_NAME.compare),
  };
}

/**
 * Adds an empty list (rules: contact lists).
 * @returns the list's id.
 * @throws GatewayError `conflict` if the account has too many lists or the name is taken.
 */
export async function addList(tx: Transaction, accountId: number, name: string, now: Date): Promise<string> {
  await lockBook(tx, accountId);
  await requireFree(tx, accountId, { name, id: null });
  return makeList(tx, accountId, name, now);
}

/**
 * Returns the id of the list with a name, and adds the list if it does not exist. The transaction has locked the
 * account's contacts.
 * @throws GatewayError `conflict` if the account has too many lists.
 */
export async function listNamed(
  tx: Transaction,
  accountId: number,
  name: string,
  now: Date,
): Promise<string> {
  const [list] = await tx.query<ListRow>(listNamedStatement(accountId, name));
  return list?.id ?? makeList(tx, accountId, name, now);
}

async function makeList(tx: Transaction, accountId: number, name: string, now: Date): Promise<string> {
  if ((await countLists(tx, accountId)).lists >= MAX_CONTACT_LISTS)
    throw new GatewayError(
      "conflict",
      `An account has at most ${MAX_CONTACT_LISTS} lists. Remove one first.`,
    );
  const id = newId();
  await tx.prisma.contactList.create({ data: { id, accountId, name, createdAt: now } });
  return id;
}

/**
 * Renames a list.
 * @throws GatewayError `not_found`, or `conflict` if the name is taken.
 */
export async function renameList(
  tx: Transaction,
  accountId: number,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await lockBook(tx, accountId);
  await requireFree(tx, accountId, { id, name });
  const { count } = await tx.prisma.contactList.updateMany({ where: { id, accountId }, data: { name } });
  if (count === 0) throw unknownList();
}

/**
 * Removes a list. Its contacts remain.
 * @returns the list's name.
 */
export async function removeList(tx: Transaction, accountId: number, id: string): Promise<string> {
  await lockBook(tx, accountId);
  const { name } = await requireList(tx, accountId, id);
  await tx.prisma.contactList.deleteMany({ where: { id, accountId } });
  return name;
}

/**
 * Adds contacts to a list. The transaction has locked the account's contacts.
 * @returns the list's name, and the number of contacts that were not in it.
 * @throws GatewayError `not_found`, or `conflict` if the account's lists are full.
 */
export async function joinList(
  tx: Transaction,
  accountId: number,
  list: string,
  contactIds: readonly string[],
): Promise<{ name: string; changed: number }> {
  const { name } = await requireList(tx, accountId, list);
  const own = await tx.query<{ id: string }>(ownContactsStatement(accountId, contactIds));
  const [joined] = await tx.query<{ count: number }>(
    joinListStatement(
      list,
      own.map(({ id }) => id),
    ),
  );
  await requirePlaces(tx, accountId);
  return { name, changed: joined?.count ?? 0 };
}

/**
 * Adds contacts to a list, or removes them from it (rules: contact lists).
 * @returns the list's name, and the number of changed contacts.
 * @throws GatewayError `not_found`, or `conflict` if the account's lists are full.
 */
export async function changeList(
  tx: Transaction,
  accountId: number,
  { id, contacts, isMember }: { id: string; contacts: readonly string[]; isMember: boolean },
): Promise<{ name: string; changed: number }> {
  await lockBook(tx, accountId);
  if (isMember) return joinList(tx, accountId, id, contacts);
  const { name } = await requireList(tx, accountId, id);
  const [left] = await tx.query<{ count: number }>(leaveListStatement(id, contacts));
  return { name, changed: left?.count ?? 0 };
}

/**
 * Rejects a change after which an account's lists are too long together. The error rolls the transaction back.
 * @throws GatewayError `conflict`.
 */
export async function requirePlaces(tx: Queryable, accountId: number): Promise<void> {
  if ((await countLists(tx, accountId)).places <= MAX_MEMBERSHIPS) return;
  const most = MAX_MEMBERSHIPS.toLocaleString("en-NZ");
  throw new GatewayError("conflict", `Your lists together have at most ${most} places. Remove a list first.`);
}

/**
 * Returns a list of an account.
 * @throws GatewayError `not_found`.
 */
export async function requireList(
  db: Queryable,
  accountId: number,
  id: string,
): Promise<{ id: string; name: string; members: number }> {
  const list = await db.prisma.contactList.findUnique({ where: { id, accountId } });
  if (!list) throw unknownList();
  return list;
}

async function countLists(db: Queryable, accountId: number): Promise<{ lists: number; places: number }> {
  const [row] = await db.query<{ lists: number; places: number }>(countListsStatement(accountId));
  return row ?? { lists: 0, places: 0 };
}

async function requireFree(
  tx: Transaction,
  accountId: number,
  { id, name }: { id: string | null; name: string },
): Promise<void> {
  const [taken] = await tx.query<ListRow>(listNamedStatement(accountId, name));
  if (taken && taken.id !== id) throw new GatewayError("conflict", `There is already a list called ${name}.`);
}

function unknownList(): GatewayError {
  return new GatewayError("not_found", "There is no such list.");
}
