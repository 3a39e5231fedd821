import { type Sql, sql } from "@/lib/db/sql";

/** Inserts the account's contact counter if it is missing. */
export function makeBookStatement(accountId: number): Sql {
  return sql`insert into contact_books (account_id) values (${accountId}) on conflict do nothing`;
}

/** Locks an account's contacts against all other changes, and reads their number. */
export function lockBookStatement(accountId: number): Sql {
  return sql`select contacts from contact_books where account_id = ${accountId} for update`;
}

/** Reads the number of an account's contacts. Returns no row if it never had one. */
export function readBookStatement(accountId: number): Sql {
  return sql`select contacts from contact_books where account_id = ${accountId}`;
}
