import { hasKey, type Sql, sql } from "@/lib/db/sql";

/** Which rows of a table are old: those with a column that is not beyond a bound. `key` is its primary key. */
export type Old = { table: string; key: readonly string[]; column: string; bound: Date | string };

/**
 * Deletes up to `limit` old rows of a table: one row, `count`. The column is looked at again in the row that is deleted:
 * a key that somebody renews meanwhile stays.
 */
export function deleteOldStatement({ table, key, column, bound }: Old, limit: number): Sql {
  const raw = (text: string): Sql => ({ text, values: [] });
  const keyOf = (alias: string) => raw(key.map((part) => `${alias}.${part}`).join(", "));
  return sql`
    with gone as (
      delete from ${raw(table)} t
      using (select ${keyOf("o")} from ${raw(`${table} o where o.${column}`)} <= ${bound} limit ${limit}) o
      where ${hasKey(keyOf("t"), keyOf("o"))} and ${raw(`t.${column}`)} <= ${bound}
      returning 1
    )
    select count(*)::int as count from gone`;
}
