import { type Sql, sql } from "@/lib/db/sql";

/** Makes the row that an account's contacts are counted in; nothing where it is there. */
export function makeBookStatement(accountId: number): Sql {
  return sql`insert into contact_books (account_id) values (${accountId}) on conflict do nothing`;
}

/** Locks an account's contacts against every other change of them, and reads how many there are. */
export function lockBookStatement(accountId: number): Sql {
  return sql`select contacts from contact_books where account_id = ${accountId} for update`;
}

/** How many contacts an account has; no row where it never had any. */
export function readBookStatement(accountId: number): Sql {
  return sql`select contacts from contact_books where account_id = ${accountId}`;
}
