import type { ImportPreview, ImportProblems } from "@/lib/contracts/members/contacts/contact-imports";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { MissingZero } from "@/lib/sms/numbers/number-problems";
import { ask } from "@/tests/support/member";
import type { CallResult, TestAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: begin, GET: preview } = handlersOf("/api/members/contacts/import");
const { POST: stage } = handlersOf("/api/members/contacts/import/rows");
const { POST: save } = handlersOf("/api/members/contacts/import/save");
const { POST: addList } = handlersOf("/api/members/contacts/lists");
const { POST: add } = handlersOf("/api/members/contacts");

/** A contact in the form of a page. A text alone is a number. */
type ContactInput = {
  number: string;
  name?: string;
  fields?: { name: string; value: string }[];
  lists?: string[];
};

/** Adds a contact. Returns its ID. */
export async function contact(own: TestAccount, json: ContactInput): Promise<string> {
  const { status, body } = await ask<{ id: string; error?: string }>(add, own, { json });
  if (status !== 200) throw new Error(body.error);
  return body.id;
}

/** Adds a list. Returns its ID. */
export async function contactList(own: TestAccount, name: string): Promise<string> {
  return (await ask<{ id: string }>(addList, own, { json: { name } })).body.id;
}

/** The rows of a file: number, name and values. */
export type FileRows = readonly (readonly string[])[];

/** Begins an import. */
export async function begun(
  own: TestAccount,
  json: { fields?: string[]; list?: string } = {},
): Promise<string> {
  return (await ask<{ id: string }>(begin, own, { json })).body.id;
}

/** Sends a piece of a file. */
export function staged(
  own: TestAccount,
  {
    id,
    chunk = 0,
    rows,
    missingZero,
  }: { id: string; chunk?: number; rows: FileRows; missingZero?: MissingZero },
): Promise<CallResult<{ problems: ImportProblems; error?: string }>> {
  const column = (place: number) => rows.map((row) => row[place] ?? "").join("\n");
  const width = Math.max(...rows.map(({ length }) => length));
  const values = Array.from({ length: Math.max(0, width - 2) }, (_, place) => column(place + 2));
  return ask(stage, own, { json: { id, chunk, numbers: column(0), names: column(1), values, missingZero } });
}

export const previewed = (own: TestAccount, id: string) =>
  ask<ImportPreview & { error?: string }>(preview, own, { query: { id } });

export const saved = (own: TestAccount, json: { id: string; rows: number }) =>
  ask<{ added: number; updated: number; error?: string }>(save, own, { json });

/** Returns an account's contacts by number: name, values and lists. */
export async function contactsOf({ accountId }: TestAccount) {
  const rows = await db().prisma.contact.findMany({
    where: { accountId },
    orderBy: { msisdn: "asc" },
    include: { lists: { include: { list: true } } },
  });
  return rows.map(({ msisdn, name, fields, lists }) => ({
    msisdn,
    name,
    fields,
    lists: lists.map(({ list }) => list.name).sort(),
  }));
}

/** Returns the accounts and lists whose stored counts are wrong. */
export async function miscounted(): Promise<unknown[]> {
  return db().query(sql`
    select 'book' as what, b.account_id::text as which from contact_books b
    where b.contacts <> (select count(*) from contacts c where c.account_id = b.account_id)
    union all select 'list', l.name from contact_lists l
    where l.members <> (select count(*) from contact_list_members m where m.list_id = l.id)`);
}
