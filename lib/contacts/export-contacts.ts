import { requireList } from "@/lib/contacts/change-lists";
import {
  contactsAfterStatement,
  membersAfterStatement,
  type StoredContact,
} from "@/lib/contacts/contacts.sql";
import { readFields, valueOfField } from "@/lib/contacts/fields";
import type { FieldRow } from "@/lib/contacts/fields.sql";
import { whichOf } from "@/lib/contacts/list-contacts";
import type { Database } from "@/lib/db/client";

const BATCH = 1_000;

type FileRow = StoredContact & { optedOut: boolean };

/**
 * An account's contacts as a file, those of a list or of a search: its columns, and its rows, read in pieces. An import
 * reads it as it is.
 * @throws GatewayError `not_found` for a list that is not there.
 */
export async function exportContacts(
  db: Database,
  accountId: number,
  asked: { search?: string | undefined; list?: string | undefined },
): Promise<{ columns: string[]; rows: AsyncGenerator<string[][]> }> {
  if (asked.list !== undefined) await requireList(db, accountId, asked.list);
  const fields = await readFields(db, accountId);
  return {
    columns: ["Number", "Name", ...fields.map(({ name }) => name), "Opted out"],
    rows: rowsOf(db, accountId, asked, fields),
  };
}

async function* rowsOf(
  db: Database,
  accountId: number,
  asked: { search?: string | undefined; list?: string | undefined },
  fields: readonly FieldRow[],
): AsyncGenerator<string[][]> {
  const which = whichOf(asked);
  for (let last: FileRow | undefined; ; ) {
    const found = await db.query<FileRow>(
      asked.list === undefined
        ? contactsAfterStatement(accountId, which, last?.msisdn ?? "", BATCH)
        : membersAfterStatement({ ...which, list: asked.list }, last?.id ?? null, BATCH),
    );
    yield found.map(({ msisdn, name, fields: stored, optedOut }) => [
      ...[msisdn, name, ...fields.map(({ key }) => valueOfField(stored, key) ?? "")],
      optedOut ? "yes" : "",
    ]);
    if (found.length < BATCH) return;
    last = found.at(-1);
  }
}
