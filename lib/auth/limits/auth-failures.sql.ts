import { type Sql, sql } from "@/lib/db/sql";

/** What is counted under a key within its window. */
export type FailuresRow = { key: Buffer; failures: number; windowEndsAt: Date };

/**
 * Counts one failure under each key, and gives what is counted then. A window that is over begins anew.
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

/** What is counted under keys whose windows last. */
export function failuresStatement(keys: readonly Buffer[], now: Date): Sql {
  return sql`
    select key, failures, window_ends_at as "windowEndsAt" from auth_failures
    where key = any(${[...keys]}::bytea[]) and window_ends_at > ${now}`;
}

/** Takes back one failure under each key, and gives what is counted then. */
export function takeBackFailuresStatement(keys: readonly Buffer[]): Sql {
  return sql`
    with mine as (
      -- In the order in which countFailuresStatement locks them.
      select key from auth_failures where key = any(${[...keys]}::bytea[]) order by key for update
    )
    update auth_failures f set failures = greatest(f.failures - 1, 0) from mine where f.key = mine.key
    returning f.key, f.failures`;
}
