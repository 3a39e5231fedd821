import { type Sql, sql } from "@/lib/db/sql";

/**
 * A recursive query named `found`, of each value of a column among rows for which a condition holds, in order. It looks up one
 * row for each value, by an index that has the column first, or behind what the condition names, and not at all rows.
 */
export const distinctValues = (table: Sql, column: Sql, condition: Sql): Sql => sql`recursive found as (
      (select ${column} from ${table} where ${condition} order by ${column} limit 1)
      union all
      select n.${column} from found f cross join lateral (
        select t.${column} from ${table} t where ${condition} and t.${column} > f.${column}
        order by t.${column} limit 1) n)`;
