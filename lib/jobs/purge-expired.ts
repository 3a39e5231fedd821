import { ADDRESSES_CACHE_TTL_MS } from "@/lib/auth/limits/known-addresses";
import type { Queryable } from "@/lib/db/client";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";

/** Rows deleted by one statement, so that no lock is held for long. */
const BATCH = 1_000;

/** How long the simulated handsets keep what they received. */
const SIMULATED_KEPT_MS = 7 * 24 * 3_600_000;

/** How long the lines of accounts' activities are kept. */
const ACTIVITIES_KEPT_MS = 400 * 24 * 3_600_000;

/** How long there is a record of what was sent by e-mail. */
const EMAILS_KEPT_MS = 90 * 24 * 3_600_000;

/** How long an answer to a text goes back to the e-mail that it came from (rules: email replies). */
const EMAIL_SUBMISSIONS_KEPT_MS = 90 * 24 * 3_600_000;

/**
 * Deletes idempotency keys, access tokens, links, failure counts, known addresses, signing secrets, ended sessions,
 * activities, simulated messages, e-mails and what texts came from whose time is over (rules: kept how long).
 */
export async function purgeExpired(db: Queryable, now: Date): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs);
  const submittedBefore = idAt(before(EMAIL_SUBMISSIONS_KEPT_MS));
  const expired = [
    oldOf("idempotency_keys", ["account_id", "key"], "expires_at", now),
    oldOf("access_tokens", ["token_hash"], "expires_at", now),
    oldOf("password_resets", ["token_hash"], "expires_at", now),
    oldOf("auth_failures", ["key"], "window_ends_at", now),
    oldOf("known_addresses", ["account_id", "address_hash"], "last_used_at", before(ADDRESSES_CACHE_TTL_MS)),
    oldOf("webhook_secrets", ["id"], "ends_at", now),
    oldOf("ended_sessions", ["id"], "ends_at", now),
    oldOf("activities", ["id"], "id", idAt(before(ACTIVITIES_KEPT_MS))),
    oldOf("simulated_messages", ["reference"], "received_at", before(SIMULATED_KEPT_MS)),
    oldOf("emails", ["id"], "created_at", before(EMAILS_KEPT_MS)),
    oldOf("email_submissions", ["message_id"], "message_id", submittedBefore),
  ];
  for (const statement of expired) await inBatches(db, statement);
}

/**
 * Deletes a batch of a table's rows, by the table's primary key: those with a column that is not beyond a bound. It is
 * looked at again in the row that is deleted: a key that somebody renews meanwhile stays.
 */
function oldOf(table: string, key: readonly string[], column: string, bound: Date | string): Sql {
  const raw = (text: string): Sql => ({ text, values: [] });
  const keyOf = (alias: string) => raw(key.map((part) => `${alias}.${part}`).join(", "));
  return sql`
    delete from ${raw(table)} t
    using (select ${keyOf("o")} from ${raw(`${table} o where o.${column}`)} <= ${bound} limit ${BATCH}) o
    where ${hasKey(keyOf("t"), keyOf("o"))} and ${raw(`t.${column}`)} <= ${bound}`;
}

async function inBatches(db: Queryable, statement: Sql): Promise<void> {
  const counted = sql`with gone as (${statement} returning 1) select count(*)::int as count from gone`;
  for (let full = true; full; ) {
    const [row] = await db.query<{ count: number }>(counted);
    full = row?.count === BATCH;
  }
}
