import { prepared, type Sql, sql } from "@/lib/db/sql";

/** The daily limit of a key, and its charges of a day. A limit of null means none. */
export type KeyLimitRow = { dailyLimitMicros: bigint | null; spentMicros: bigint };

/** A charge after midnight for a request of the day before counts for the new day. */
const spentOn = (day: string): Sql => sql`case when spent_on >= ${day}::date then spent_micros else 0 end`;

/** Adds to a key's charges of a day, if its limit allows that. Returns one row in that case, and none otherwise. */
export function spendFromKeyStatement(apiKeyId: string, micros: bigint, day: string): Sql {
  return prepared(
    "spend-from-key",
    sql`
    update api_keys set spent_on = greatest(spent_on, ${day}::date), spent_micros = ${spentOn(day)} + ${micros}::bigint
    where id = ${apiKeyId}::uuid
      and (daily_limit_micros is null or ${spentOn(day)} + ${micros}::bigint <= daily_limit_micros)
    returning 1`,
  );
}

/** Reads a key's limit and its charges of a day. */
export function keyLimitStatement(apiKeyId: string, day: string): Sql {
  return sql`
    select daily_limit_micros as "dailyLimitMicros", (${spentOn(day)})::bigint as "spentMicros"
    from api_keys where id = ${apiKeyId}::uuid`;
}
