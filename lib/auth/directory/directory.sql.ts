import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Reads the cell of an email address (rules: cell directory), as `cell`; no row for an address of home or an unknown one. */
export function cellOfAddressStatement(email: string): Sql {
  return prepared(
    "cell-of-address",
    sql`select cell::int as cell from cell_addresses where email = ${email}`,
  );
}

/** Reads the cell of an address, and whether home has an account or a sign-in with it, as `isAtHome`. */
export function whoHasAddressStatement(email: string): Sql {
  return sql`
    select (select cell::int from cell_addresses where email = ${email}) as cell,
      exists (select from accounts where email = ${email}) as "isAtHome"`;
}

/** Claims an address for a cell, and returns a row, unless another cell has it. */
export function claimAddressStatement(email: string, cell: number, now: Date): Sql {
  return sql`
    insert into cell_addresses as a (email, cell, claimed_at) values (${email}, ${cell}::smallint, ${now}::timestamptz)
    on conflict (email) do update set claimed_at = excluded.claimed_at where a.cell = excluded.cell
    returning cell`;
}

/** An entry of the directory. */
export type Entry = { email: string; claimedAt: Date };

/** The next entries of a cell that were claimed before a time, after an address. */
type EntriesPage = { cell: number; before: Date; after: string; limit: number };

/** Reads a page of a cell's entries that are older than a time, sorted by their addresses. */
export function entriesStatement({ cell, before, after, limit }: EntriesPage): Sql {
  return sql`
    select email, claimed_at as "claimedAt" from cell_addresses
    where cell = ${cell}::smallint and claimed_at < ${before}::timestamptz and email > ${after}
    order by email limit ${limit}`;
}

/** Reads the addresses of an account or a sign-in among some addresses, as `email`. */
export function addressesThereStatement(emails: readonly string[]): Sql {
  return sql`select email from accounts where email = any(${emails}::text[])`;
}

/** Removes an entry, unless it was claimed again since its read. */
export function removeEntryStatement({ email, claimedAt }: Entry): Sql {
  return sql`delete from cell_addresses where email = ${email} and claimed_at = ${claimedAt}::timestamptz returning email`;
}

/** Checks whether a cell answers. */
export function anythingStatement(): Sql {
  return prepared("cell-answers", sql`select 1`);
}
