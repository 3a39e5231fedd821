import { hasKey, type Sql, sql } from "@/lib/db/sql";

/** The old rows of a table: those whose `column` is not beyond `bound`. `key` is the primary key. */
export type Old = { table: string; key: readonly string[]; column: string; bound: Date | string };

/**
 * Deletes up to `limit` old rows of a table and returns one row, `count`. The column is checked again in the locked
 * row: a key that is renewed meanwhile stays.
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
