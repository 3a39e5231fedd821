import { prepared, type Sql, sql } from "@/lib/db/sql";

/** The cell that has an email address (rules: cell directory), as `cell`; no row for one of home, or of nobody. */
export function cellOfAddressStatement(email: string): Sql {
  return prepared(
    "cell-of-address",
    sql`select cell::int as cell from cell_addresses where email = ${email}`,
  );
}

/** The same, and whether home has an account or a sign-in with it, as `isAtHome`. */
export function whoHasAddressStatement(email: string): Sql {
  return sql`
    select (select cell::int from cell_addresses where email = ${email}) as cell,
      exists (select from accounts where email = ${email}) as "isAtHome"`;
}

/** Takes an address for a cell, and gives a row, unless another cell has it. */
export function claimAddressStatement(email: string, cell: number, now: Date): Sql {
  return sql`
    insert into cell_addresses as a (email, cell, claimed_at) values (${email}, ${cell}::smallint, ${now}::timestamptz)
    on conflict (email) do update set claimed_at = excluded.claimed_at where a.cell = excluded.cell
    returning cell`;
}

/** An entry of the directory. */
export type Entry = { email: string; claimedAt: Date };

/** Entries of a cell that were claimed before a time, from behind an address. */
type EntriesPage = { cell: number; before: Date; after: string; limit: number };

/** A page of a cell's entries that are older than a time, in the order of their addresses. */
export function entriesStatement({ cell, before, after, limit }: EntriesPage): Sql {
  return sql`
    select email, claimed_at as "claimedAt" from cell_addresses
    where cell = ${cell}::smallint and claimed_at < ${before}::timestamptz and email > ${after}
    order by email limit ${limit}`;
}

/** Which of some addresses there is an account or a sign-in with, as `email`. */
export function addressesThereStatement(emails: readonly string[]): Sql {
  return sql`select email from accounts where email = any(${emails}::text[])`;
}

/** Removes an entry that has not been claimed again since it was read. */
export function removeEntryStatement({ email, claimedAt }: Entry): Sql {
  return sql`delete from cell_addresses where email = ${email} and claimed_at = ${claimedAt}::timestamptz returning email`;
}

/** Finds out whether a cell answers. */
export function anythingStatement(): Sql {
  return prepared("cell-answers", sql`select 1`);
}
