import { db } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";

/**
 * Does `work` while the database goes away. It refuses the first statement with `text` outside a transaction,
 * and all later ones outside a transaction. Earlier commits stay.
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
