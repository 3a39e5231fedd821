import { type Sql, sql } from "@/lib/db/sql";

/**
 * A recursive query named `found`: the distinct values of a column among the rows of a condition, in order. It looks
 * up one row for each value, and does not scan all rows. It needs an index that begins with the column, or with the
 * condition's columns and then the column.
 */
export const distinctValues = (table: Sql, column: Sql, condition: Sql): Sql => sql`recursive found as (
      (select ${column} from ${table} where ${condition} order by ${column} limit 1)
      union all
      select n.${column} from found f cross join lateral (
        select t.${column} from ${table} t where ${condition} and t.${column} > f.${column}
        order by t.${column} limit 1) n)`;
