import { ADDRESSES_KNOWN_MS } from "@/lib/auth/limits/known-addresses";
import { SESSION_KEPT_MS } from "@/lib/auth/sessions/end-session";
import { EVENTS_KEPT_MS } from "@/lib/carriers/carrier-events";
import type { Queryable } from "@/lib/db/client";
import { idAt } from "@/lib/ids";
import { PART_KNOWN_MS } from "@/lib/inbound/parts/take-parts";
import { eachOf } from "@/lib/jobs/sweep/each-of";
import { deleteOldStatement, type Old } from "@/lib/jobs/sweep/purge-expired.sql";
import { PARKED_MS } from "@/lib/messages/dispatch/park-reports";
import { UNREADABLE_MS } from "@/lib/messages/networks/unreadable-reports";
import { REQUESTS_KEPT_MS } from "@/lib/requests/request-log";
import { nzDate } from "@/lib/sms/nz-time";

/** Rows deleted by one statement: few enough that no lock is held for long. */
const BATCH = 1_000;

/** The time for which simulated handsets keep received messages. */
const SIMULATED_KEPT_MS = 7 * 24 * 3_600_000;

/** The time for which activities of accounts and audits of the books are kept. */
const ACTIVITIES_KEPT_MS = 400 * 24 * 3_600_000;

/** The time for which sent emails are kept. */
const EMAILS_KEPT_MS = 90 * 24 * 3_600_000;

/** The time for which an answer to a text goes back to the email that it came from (rules: email replies). */
const EMAIL_SUBMISSIONS_KEPT_MS = 90 * 24 * 3_600_000;

/** The time for which an expired token still names its account in the request log (rules: request log). */
const ENDED_TOKENS_KEPT_MS = 24 * 3_600_000;

/**
 * The time for which rows of an import wait to be saved, and for which a repeat of a saved import gets the same
 * response (rules: contact imports).
 */
const IMPORTS_KEPT_MS = 24 * 3_600_000;

/** The time for which figures of networks are kept. Pages show those of the last day. */
const FIGURES_KEPT_MS = 2 * 24 * 3_600_000;

/**
 * Deletes expired rows (rules: kept how long): credentials and their protection, stored responses, activities,
 * requests, simulated messages, emails and their submissions. If the rows of one table cannot be deleted, those of
 * the next one are deleted all the same.
 */
export async function purgeExpired(db: Queryable, now: Date): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs);
  const submittedBefore = idAt(before(EMAIL_SUBMISSIONS_KEPT_MS));
  const expired: Old[] = [
    { table: "idempotency_keys", key: ["account_id", "key"], column: "expires_at", bound: now },
    {
      table: "access_tokens",
      key: ["token_hash"],
      column: "expires_at",
      bound: before(ENDED_TOKENS_KEPT_MS),
    },
    { table: "password_resets", key: ["token_hash"], column: "expires_at", bound: now },
    { table: "auth_failures", key: ["key"], column: "window_ends_at", bound: now },
    {
      table: "known_addresses",
      key: ["account_id", "address_hash"],
      column: "last_used_at",
      bound: before(ADDRESSES_KNOWN_MS),
    },
    { table: "webhook_secrets", key: ["id"], column: "ends_at", bound: now },
    { table: "sessions", key: ["id"], column: "last_seen_at", bound: before(SESSION_KEPT_MS) },
    { table: "invitations", key: ["id"], column: "expires_at", bound: now },
    { table: "activities", key: ["id"], column: "id", bound: idAt(before(ACTIVITIES_KEPT_MS)) },
    { table: "api_requests", key: ["id"], column: "id", bound: idAt(before(REQUESTS_KEPT_MS)) },
    { table: "api_request_chunks", key: ["id"], column: "id", bound: idAt(before(REQUESTS_KEPT_MS)) },
    {
      table: "simulated_messages",
      key: ["reference"],
      column: "reference",
      bound: idAt(before(SIMULATED_KEPT_MS)),
    },
    {
      table: "parked_reports",
      key: ["carrier", "reference", "report_key"],
      column: "parked_at",
      bound: before(PARKED_MS),
    },
    {
      table: "unreadable_reports",
      key: ["id"],
      column: "id",
      bound: idAt(before(UNREADABLE_MS)),
    },
    { table: "carrier_events", key: ["id"], column: "id", bound: idAt(before(EVENTS_KEPT_MS)) },
    {
      table: "inbound_seen",
      key: ["carrier", "hash"],
      column: "seen_at",
      bound: before(PART_KNOWN_MS),
    },
    {
      table: "carrier_figures",
      key: ["at", "carrier", "shard"],
      column: "at",
      bound: before(FIGURES_KEPT_MS),
    },
    { table: "book_audits", key: ["day"], column: "day", bound: nzDate(before(ACTIVITIES_KEPT_MS)) },
    { table: "emails", key: ["id"], column: "created_at", bound: before(EMAILS_KEPT_MS) },
    {
      table: "contact_import_rows",
      key: ["import_id", "msisdn"],
      column: "import_id",
      bound: idAt(before(IMPORTS_KEPT_MS)),
    },
    { table: "contact_imports", key: ["id"], column: "id", bound: idAt(before(IMPORTS_KEPT_MS)) },
    { table: "email_submissions", key: ["message_id"], column: "message_id", bound: submittedBefore },
  ];
  await eachOf(expired.map((old) => () => inBatches(db, old)));
}

async function inBatches(db: Queryable, old: Old): Promise<void> {
  for (let full = true; full; ) {
    const [row] = await db.query<{ count: number }>(deleteOldStatement(old, BATCH));
    full = row?.count === BATCH;
  }
}
