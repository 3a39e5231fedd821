import { requireList } from "@/lib/contacts/change-lists";
import { type ContactRow, contactsStatement, type Which } from "@/lib/contacts/contacts.sql";
import { readFields, shownFields } from "@/lib/contacts/fields";
import type { ContactsPage, ListContactsRequest } from "@/lib/contracts/members/contacts/contacts";
import type { Database } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";

/**
 * A page of an account's contacts, or of a list's, newest first (rules: contacts).
 * @throws GatewayError `not_found` for a list that is not there.
 */
export async function listContacts(
  db: Database,
  accountId: number,
  asked: ListContactsRequest,
): Promise<ContactsPage> {
  if (asked.list !== undefined) await requireList(db, accountId, asked.list);
  const which = whichOf(asked);
  const fields = await readFields(db, accountId);
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    db.query<ContactRow>(contactsStatement(accountId, which, stretch)),
  );
  const contacts = rows.map(({ id, msisdn, name, fields: stored, optedOut, lists, inLists }) => ({
    ...{ id, number: msisdn, name, optedOut, lists, moreLists: inLists - lists.length },
    fields: shownFields(stored, fields),
  }));
  return { contacts, newer, older };
}

/** What is searched: any part of a name, and of a number as people write it, with the 0 in front or without. */
export function whichOf({ search, list }: Pick<ListContactsRequest, "search" | "list">): Which {
  if (search === undefined) return { list };
  const written = search.replace(/[\s()\-.+\u2010-\u2015]/g, "");
  const digits = /^\d+$/.test(written) ? written.replace(/^0+/, "") : "";
  return { list, name: search, ...(digits === "" ? {} : { digits }) };
}
