import { hashSecret } from "@/lib/accounts/secrets";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** So many wrong secrets within the window; then no more are looked at. */
export const FAILURES_ALLOWED = {
  /** For one account from one address: a stranger elsewhere cannot lock its owner out. */
  account: 10,
  /** From one address, whatever the account: for guesses at many accounts, and at ones that do not exist. */
  address: 100,
} as const;
export const FAILURE_WINDOW_MS = 15 * 60_000;

/** Whose secret was tried, and from where. An e-mail address and a client id are never the same account. */
export type Attempt = { kind: "password" | "client" | "factor" | "reset"; name: string; address: string };

type Scope = keyof typeof FAILURES_ALLOWED;

function keysOf({ kind, name, address }: Attempt): Record<Scope, Buffer> {
  // A code of six digits can be guessed, and only who has the password is asked for one: its limit is the account's,
  // wherever the guesses come from.
  const from = kind === "factor" ? "" : address;
  return { account: hashSecret(`${kind}\0${name}\0${from}`), address: hashSecret(`address\0${address}`) };
}

/**
 * Counts an attempt as failed before it is judged, so that a thousand guesses at once count a thousand.
 * `takeBackFailure` undoes it when the secret was right. The count is the database's: two servers share it.
 * @throws GatewayError `too_many_requests` with `Retry-After` when a limit is passed.
 */
export async function countFailure(db: Queryable, attempt: Attempt, now: Date): Promise<void> {
  const windowEnd = new Date(now.getTime() + FAILURE_WINDOW_MS);
  const { account, address } = keysOf(attempt);
  const rows = await db.query<{ key: Buffer; failures: number; windowEndsAt: Date }>(sql`
    insert into auth_failures as f (key, failures, window_ends_at)
    select key, 1, ${windowEnd}::timestamptz from unnest(${[account, address].sort(Buffer.compare)}::bytea[]) as k (key)
    on conflict (key) do update set
      failures = case when f.window_ends_at <= ${now} then 1 else f.failures + 1 end,
      window_ends_at = case when f.window_ends_at <= ${now} then excluded.window_ends_at else f.window_ends_at end
    returning key, failures, window_ends_at as "windowEndsAt"`);
  const over = rows.find(
    ({ key, failures }) => failures > FAILURES_ALLOWED[key.equals(account) ? "account" : "address"],
  );
  if (!over) return;
  const seconds = Math.max(1, Math.ceil((over.windowEndsAt.getTime() - now.getTime()) / 1000));
  const what = over.key.equals(account) ? "for this account from this address" : "from this address";
  throw new GatewayError(
    "too_many_requests",
    `Too many failed log-ins ${what}. Try again in ${seconds} seconds.`,
    { "Retry-After": String(seconds) },
  );
}

/** Takes back what was counted for an attempt whose secret was right. */
export async function takeBackFailure(db: Queryable, attempt: Attempt): Promise<void> {
  const { account, address } = keysOf(attempt);
  await db.query(sql`
    with mine as (
      -- In the order in which countFailure locks them.
      select key from auth_failures where key = any(${[account, address]}::bytea[]) order by key for update
    )
    update auth_failures f set failures = greatest(f.failures - 1, 0) from mine where f.key = mine.key`);
}
