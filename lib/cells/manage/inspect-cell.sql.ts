import { type Sql, sql } from "@/lib/db/sql";

/** Reads the number of tables of a future cell, and whether they are the gateway's, as one row. */
export const WHAT_IS_THERE = `
  select count(*)::int as tables, to_regclass('_prisma_migrations') is not null as "isOurs"
  from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`;

/**
 * Reads a cell's accounts and sign-ins, as one row: their number, and the highest id of its own. `foreign` is an id
 * of another cell that did not move here. `countsFrom` is the first id of its sequence, and `lastGiven` the last id
 * that the sequence returned.
 * @param own its first id, and that of the next cell.
 * @param moved the ids of accounts that have moved here.
 * @param left the ids of accounts that have left; the lowest that is still present is `copied`.
 */
export function accountIdsStatement(
  own: { first: number; end: number },
  moved: readonly number[],
  left: readonly number[],
): Sql {
  return sql`
    select a.*, s.min_value::int as "countsFrom", s.last_value::int as "lastGiven"
    from (
      select count(*)::int as accounts, max(id) filter (where id >= ${own.first}::int and id < ${own.end}::int) as highest,
        min(id) filter (where (id < ${own.first}::int or id >= ${own.end}::int) and id <> all(${moved}::int[])) as foreign,
        min(id) filter (where id = any(${left}::int[])) as copied
      from accounts
    ) a
    left join pg_sequences s on s.schemaname = current_schema() and s.sequencename = 'accounts_id_seq'`;
}

/** Reads a slot; no row if another transaction of the same database has locked it. */
export function unlockedSlotStatement(slot: number): Sql {
  return sql`
    select slot from lock_rows where kind = 'directory' and slot = ${slot}::smallint for update skip locked`;
}

/** Returns the statement that starts account ids within a cell's range, after the highest existing one. */
export function countFromStatement({ first, next, last }: Record<"first" | "next" | "last", number>): string {
  for (const id of [first, next, last])
    if (!Number.isSafeInteger(id)) throw new RangeError("An id is a whole number.");
  return `alter sequence accounts_id_seq minvalue ${first} maxvalue ${last} start ${first} restart ${next}`;
}

/** Reads a page of the addresses that sign in to a cell, sorted. */
export function addressesStatement(after: string, limit: number): Sql {
  return sql`select email from accounts where email > ${after} order by email limit ${limit}`;
}

/** Reads the addresses among some that the directory has for a cell, as `email`. */
export function listedAddressesStatement(cell: number, emails: readonly string[]): Sql {
  return sql`select email from cell_addresses where cell = ${cell}::smallint and email = any(${emails}::text[])`;
}
