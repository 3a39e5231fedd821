import { db } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";

/**
 * Does `work` while the database goes away: the first statement outside a transaction that holds `text`, and all that
 * follow outside one, are refused. What was committed before stays.
 * @param passes how many statements with this text come through first.
 */
export async function awayFrom<Result>(
  text: string,
  work: () => Promise<Result>,
  passes = 0,
): Promise<{ result: Result; isAway: boolean }> {
  const there = db();
  const { query } = there;
  let left = passes;
  let isAway = false;
  there.query = async <Row>(statement: Sql) => {
    if (!isAway && statement.text.includes(text)) isAway = left-- === 0;
    if (isAway) throw new DatabaseUnavailableError(new Error("gone"));
    return query<Row>(statement);
  };
  try {
    return { result: await work(), isAway };
  } finally {
    there.query = query;
  }
}
