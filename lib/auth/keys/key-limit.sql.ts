import { prepared, type Sql, sql } from "@/lib/db/sql";

/** What a key may spend in a day, and what it has spent on one. Null: it may spend anything. */
export type KeyLimitRow = { dailyLimitMicros: bigint | null; spentMicros: bigint };

/** What is charged after midnight for a request of the day before counts for the day that has begun. */
const spentOn = (day: string): Sql => sql`case when spent_on >= ${day}::date then spent_micros else 0 end`;

/** Adds to what a key has spent on a day, where its limit allows that. One row if so, none if not. */
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

/** A key's limit, and what it has spent on a day. */
export function keyLimitStatement(apiKeyId: string, day: string): Sql {
  return sql`
    select daily_limit_micros as "dailyLimitMicros", (${spentOn(day)})::bigint as "spentMicros"
    from api_keys where id = ${apiKeyId}::uuid`;
}
