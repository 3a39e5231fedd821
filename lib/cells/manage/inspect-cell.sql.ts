import { type Sql, sql } from "@/lib/db/sql";

/** What a database that is to become a cell has: how many tables, and whether they are the gateway's, as one row. */
export const WHAT_IS_THERE = `
  select count(*)::int as tables, to_regclass('_prisma_migrations') is not null as "isOurs"
  from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`;

/**
 * Its accounts and sign-ins: how many, the highest id of its own, another cell's id that did not move here, from which id on it
 * counts, and the last it gave.
 * @param own its first id, and that of the next cell.
 * @param moved the ids of those that have moved here.
 * @param left the ids of those that have left, the lowest of which that is there is `copied`.
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

/** A slot that another transaction has locked, in this very database: then there is no row. */
export function unlockedSlotStatement(slot: number): Sql {
  return sql`
    select slot from lock_rows where kind = 'directory' and slot = ${slot}::smallint for update skip locked`;
}

/** Has account ids be counted from the first one of a cell, within its own, or on from the highest that there is. */
export function countFromStatement({ first, next, last }: Record<"first" | "next" | "last", number>): string {
  for (const id of [first, next, last])
    if (!Number.isSafeInteger(id)) throw new RangeError("An id is a whole number.");
  return `alter sequence accounts_id_seq minvalue ${first} maxvalue ${last} start ${first} restart ${next}`;
}

/** A page of the addresses that sign in to a cell, in their order. */
export function addressesStatement(after: string, limit: number): Sql {
  return sql`select email from accounts where email > ${after} order by email limit ${limit}`;
}

/** Which of some addresses the directory has for a cell, as `email`. */
export function listedAddressesStatement(cell: number, emails: readonly string[]): Sql {
  return sql`select email from cell_addresses where cell = ${cell}::smallint and email = any(${emails}::text[])`;
}
