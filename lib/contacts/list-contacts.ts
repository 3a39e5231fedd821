import { requireList } from "@/lib/contacts/change-lists";
import {
  type ContactRow,
  contactsByNameStatement,
  contactsStatement,
  type Which,
} from "@/lib/contacts/contacts.sql";
import { readFields, shownFields } from "@/lib/contacts/fields";
import type {
  ContactOrder,
  ContactsPage,
  ListContactsRequest,
} from "@/lib/contracts/members/contacts/contacts";
import { formatNameCursor } from "@/lib/contracts/members/cursor";
import type { Database } from "@/lib/db/client";
import { type KeysetPage, readKeysetPage, readPageBy } from "@/lib/db/keyset";
import { withoutSeparators } from "@/lib/sms/numbers/separators";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Lists a page of the contacts of an account or of a list, in the requested order (rules: contacts).
 * @throws GatewayError `not_found` if the list does not exist.
 */
export async function listContacts(
  db: Database,
  accountId: number,
  asked: ListContactsRequest,
): Promise<ContactsPage> {
  if (asked.list !== undefined) await requireList(db, accountId, asked.list);
  const which = whichOf(asked);
  const fields = await readFields(db, accountId);
  const { rows, newer, older, order } = await readPage(db, accountId, asked, which);
  const contacts = rows.map(({ id, at, msisdn, name, fields: stored, optedOut, lists, inLists }) => ({
    id,
    number: msisdn,
    name,
    optedOut,
    addedAt: formatNz(at),
    lists,
    moreLists: inLists - lists.length,
    fields: shownFields(stored, fields),
  }));
  return { contacts, order, newer, older };
}

async function readPage(
  db: Database,
  accountId: number,
  { order, limit, before, after }: ListContactsRequest,
  which: Which,
): Promise<KeysetPage<ContactRow> & { order: ContactOrder }> {
  // The contacts of a list have no index by name.
  if (which.list === undefined && (order === "name" || order === "-name")) {
    const named = (place: typeof before) => (place && "name" in place ? place : undefined);
    const asked = { limit, order, before: named(before), after: named(after) };
    const page = await readPageBy(formatNameCursor, asked, (stretch) =>
      db.query<ContactRow>(contactsByNameStatement(accountId, which, stretch)),
    );
    return { ...page, order };
  }
  const added = (place: typeof before) => (place && "at" in place ? place : undefined);
  const direction = order === "added" ? order : "-added";
  const asked = { limit, order: direction, before: added(before), after: added(after) };
  const page = await readKeysetPage(asked, (stretch) =>
    db.query<ContactRow>(contactsStatement(accountId, which, stretch)),
  );
  return { ...page, order: direction };
}

/**
 * Returns the filter of a search: any part of a name, or of a number as people write it, with or without the leading
 * 0.
 */
export function whichOf({ search, list }: Pick<ListContactsRequest, "search" | "list">): Which {
  if (search === undefined) return { list };
  const written = withoutSeparators(search).replaceAll("+", "");
  const digits = /^\d+$/.test(written) ? written.replace(/^0+/, "") : "";
  return { list, name: search, ...(digits === "" ? {} : { digits }) };
}
