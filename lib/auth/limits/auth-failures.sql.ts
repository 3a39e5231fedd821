import { type Sql, sql } from "@/lib/db/sql";

/** The failures of a key in its window. */
export type FailuresRow = { key: Buffer; failures: number; windowEndsAt: Date };

/**
 * Counts one failure for each key, and returns the new counts. An expired window begins again.
 * @param counted in the order in which every statement locks them.
 */
export function countFailuresStatement(counted: readonly { key: Buffer; endsAt: Date }[], now: Date): Sql {
  const keys = counted.map(({ key }) => key);
  const ends = counted.map(({ endsAt }) => endsAt);
  return sql`
    insert into auth_failures as f (key, failures, window_ends_at)
    select key, 1, ends_at
    from unnest(${keys}::bytea[], ${ends}::timestamptz[]) as k (key, ends_at)
    on conflict (key) do update set
      failures = case when f.window_ends_at <= ${now} then 1 else f.failures + 1 end,
      window_ends_at = case when f.window_ends_at <= ${now} then excluded.window_ends_at else f.window_ends_at end
    returning key, failures, window_ends_at as "windowEndsAt"`;
}

/** Reads the counts of keys with open windows. */
export function failuresStatement(keys: readonly Buffer[], now: Date): Sql {
  return sql`
    select key, failures, window_ends_at as "windowEndsAt" from auth_failures
    where key = any(${[...keys]}::bytea[]) and window_ends_at > ${now}`;
}

/** Subtracts one failure from each key, and returns the new counts. */
export function takeBackFailuresStatement(keys: readonly Buffer[]): Sql {
  return sql`
    with mine as (
      -- In the order in which countFailuresStatement locks them.
      select key from auth_failures where key = any(${[...keys]}::bytea[]) order by key for update
    )
    update auth_failures f set failures = greatest(f.failures - 1, 0) from mine where f.key = mine.key
    returning f.key, f.failures`;
}
