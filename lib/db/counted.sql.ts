import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** How many rows are read at most: one more than is counted tells that there are more. */
export const ROWS_READ = literal(MAX_COUNTED + 1);

/** How many rows of a list there are: with `isMore` at least so many. */
export type CountedRow = { count: number; isMore: boolean };

/**
 * Counts a list's rows, as a `CountedRow`, of the `MAX_COUNTED` that an index finds first. So no more are read, whatever else is
 * asked of them.
 * @param found `from` and `where` of what the index finds, and the order in which it does.
 * @param asked the other conditions, each with `and` in front.
 */
export function countedStatement(found: { rows: Sql; order: Sql }, asked: Sql): Sql {
  return sql`
    select count(*) filter (where f.fits)::int as count, count(*) = ${ROWS_READ} as "isMore"
    from (select (true ${asked}) as fits ${found.rows} ${found.order} limit ${ROWS_READ}) f`;
}
