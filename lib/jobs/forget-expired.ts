import type { Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";

/** Rows deleted by one statement, so that no lock is held for long. */
const BATCH = 1_000;

/** How long the simulated handsets keep what they received. */
const SIMULATED_KEPT_MS = 7 * 24 * 3_600_000;

/** How long there is a record of what was sent by e-mail. */
const EMAILS_KEPT_MS = 90 * 24 * 3_600_000;

/** How long an answer to a text goes back to the e-mail that it came from. */
const EMAIL_SUBMISSIONS_KEPT_MS = 90 * 24 * 3_600_000;

/**
 * Deletes idempotency keys, access tokens, links, failure counts, ended sessions, simulated messages, e-mails and what
 * texts came from whose time is over.
 */
export async function forgetExpired(db: Queryable, now: Date): Promise<void> {
  const simulatedBefore = new Date(now.getTime() - SIMULATED_KEPT_MS);
  const emailsBefore = new Date(now.getTime() - EMAILS_KEPT_MS);
  await inBatches(
    db,
    sql`delete from idempotency_keys where (account_id, key) in
      (select account_id, key from idempotency_keys where expires_at <= ${now} limit ${BATCH})`,
  );
  await inBatches(
    db,
    sql`delete from access_tokens where token_hash in
      (select token_hash from access_tokens where expires_at <= ${now} limit ${BATCH})`,
  );
  await inBatches(
    db,
    sql`delete from password_resets where token_hash in
      (select token_hash from password_resets where expires_at <= ${now} limit ${BATCH})`,
  );
  await inBatches(
    db,
    sql`delete from auth_failures where key in
      (select key from auth_failures where window_ends_at <= ${now} limit ${BATCH})`,
  );
  await inBatches(
    db,
    sql`delete from ended_sessions where id in
      (select id from ended_sessions where ends_at <= ${now} limit ${BATCH})`,
  );
  await inBatches(
    db,
    sql`delete from simulated_messages where reference in
      (select reference from simulated_messages where received_at <= ${simulatedBefore} limit ${BATCH})`,
  );
  await inBatches(
    db,
    sql`delete from emails where id in
      (select id from emails where created_at <= ${emailsBefore} limit ${BATCH})`,
  );
  const submittedBefore = idAt(new Date(now.getTime() - EMAIL_SUBMISSIONS_KEPT_MS));
  await inBatches(
    db,
    sql`delete from email_submissions where message_id in
      (select message_id from email_submissions where message_id < ${submittedBefore}::uuid limit ${BATCH})`,
  );
}

async function inBatches(db: Queryable, statement: Sql): Promise<void> {
  const counted = sql`with gone as (${statement} returning 1) select count(*)::int as count from gone`;
  for (let full = true; full; ) {
    const [row] = await db.query<{ count: number }>(counted);
    full = row?.count === BATCH;
  }
}
