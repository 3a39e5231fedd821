import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** The most rows that are read: one more than the highest count. */
export const ROWS_READ = literal(MAX_COUNTED + 1);

/** The number of rows in a list. With `isMore` it is a lower bound. */
export type CountedRow = { count: number; isMore: boolean };

/**
 * Counts a list's rows, as a `CountedRow`, among the first `MAX_COUNTED` that an index finds. No further rows are
 * read for the other conditions.
 * @param found `from` and `where` of the index's rows, and the index's order.
 * @param asked the other conditions, each with `and` in front.
 */
export function countedStatement(found: { rows: Sql; order: Sql }, asked: Sql): Sql {
  return sql`
    select count(*) filter (where f.fits)::int as count, count(*) = ${ROWS_READ} as "isMore"
    from (select (true ${asked}) as fits ${found.rows} ${found.order} limit ${ROWS_READ}) f`;
}
