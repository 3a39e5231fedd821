import { requireList } from "@/lib/contacts/change-lists";
import {
  contactsAfterStatement,
  membersAfterStatement,
  type StoredContact,
} from "@/lib/contacts/contacts.sql";
import { readFields, valueOfField } from "@/lib/contacts/fields";
import { whichOf } from "@/lib/contacts/list-contacts";
import type { Database } from "@/lib/db/client";

const BATCH = 1_000;

type FileRow = StoredContact & { optedOut: boolean };

/** The columns of a file of contacts, the function that returns a row's cells in that order, and the rows. */
type ContactsFile = {
  columns: string[];
  cells: (row: FileRow) => string[];
  batches: AsyncGenerator<readonly FileRow[]>;
};

/**
 * Returns an account's contacts as a file that an import can read: all, or those of a list or a search. They are read
 * in batches.
 * @throws GatewayError `not_found` if the list does not exist.
 */
export async function exportContacts(
  db: Database,
  accountId: number,
  asked: { search?: string | undefined; list?: string | undefined },
): Promise<ContactsFile> {
  if (asked.list !== undefined) await requireList(db, accountId, asked.list);
  const fields = await readFields(db, accountId);
  return {
    columns: ["Number", "Name", ...fields.map(({ name }) => name), "Opted out"],
    cells: ({ msisdn, name, fields: stored, optedOut }) => [
      msisdn,
      name,
      ...fields.map(({ key }) => valueOfField(stored, key) ?? ""),
      optedOut ? "yes" : "",
    ],
    batches: batchesOf(db, accountId, asked),
  };
}

async function* batchesOf(
  db: Database,
  accountId: number,
  asked: { search?: string | undefined; list?: string | undefined },
): AsyncGenerator<readonly FileRow[]> {
  const which = whichOf(asked);
  for (let last: FileRow | undefined; ; ) {
    const found = await db.query<FileRow>(
      asked.list === undefined
        ? contactsAfterStatement(accountId, which, last?.msisdn ?? "", BATCH)
        : membersAfterStatement({ ...which, list: asked.list }, last?.id ?? null, BATCH),
    );
    yield found;
    if (found.length < BATCH) return;
    last = found.at(-1);
  }
}
