import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import type { Queryable } from "@/lib/db/client";
import type { CountedRow } from "@/lib/db/counted.sql";
import type { Sql } from "@/lib/db/sql";

/** Returns the count of a `countedStatement`. */
export async function readCounted(db: Queryable, statement: Sql): Promise<CountedRow> {
  const [row] = await db.query<CountedRow>(statement);
  const { count, isMore } = row ?? { count: 0, isMore: false };
  return { count: Math.min(count, MAX_COUNTED), isMore };
}

/** Returns the `count` in the one row of a statement. */
export async function readCount(db: Queryable, statement: Sql): Promise<number> {
  const [row] = await db.query<{ count: number }>(statement);
  return row?.count ?? 0;
}
