import { hashSecret } from "@/lib/accounts/secrets";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** So many wrong secrets for one account from one address within the window; then no more are looked at. */
export const FAILURES_ALLOWED = 10;
export const FAILURE_WINDOW_MS = 15 * 60_000;

/** Failures are counted per account and address, so that a stranger elsewhere cannot lock an account's owner out. */
export type FailureScope = { name: string; address: string };

function keyOf({ name, address }: FailureScope): Buffer {
  return hashSecret(`${name}\0${address}`);
}

/**
 * Counts an attempt as failed before it is judged, so that a thousand guesses at once count a thousand.
 * `forgetFailures` takes it back when the secret was right. The count is the database's: two servers share it.
 * @throws GatewayError `too_many_requests` with `Retry-After` when the limit is passed.
 */
export async function countFailure(db: Queryable, scope: FailureScope, now: Date): Promise<void> {
  const windowEnd = new Date(now.getTime() + FAILURE_WINDOW_MS);
  const [row] = await db.query<{ failures: number; windowEndsAt: Date }>(sql`
    insert into auth_failures as f (key, failures, window_ends_at) values (${keyOf(scope)}, 1, ${windowEnd})
    on conflict (key) do update set
      failures = case when f.window_ends_at <= ${now} then 1 else f.failures + 1 end,
      window_ends_at = case when f.window_ends_at <= ${now} then excluded.window_ends_at else f.window_ends_at end
    returning failures, window_ends_at as "windowEndsAt"`);
  if (!row || row.failures <= FAILURES_ALLOWED) return;
  const seconds = Math.max(1, Math.ceil((row.windowEndsAt.getTime() - now.getTime()) / 1000));
  throw new GatewayError(
    "too_many_requests",
    `Too many failed log-ins for this account from this address. Try again in ${seconds} seconds.`,
    { "Retry-After": String(seconds) },
  );
}

/** Forgets the failures of an account from an address: its right secret was given from there. */
export async function forgetFailures(db: Queryable, scope: FailureScope): Promise<void> {
  await db.query(sql`delete from auth_failures where key = ${keyOf(scope)}`);
}
