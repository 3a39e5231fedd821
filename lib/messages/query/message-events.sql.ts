import { type Sql, sql } from "@/lib/db/sql";
import type { TimelineFacts } from "@/lib/messages/query/message-timeline";

// The events of a message, each read by its table's index on the message.

/** An unsuccessful submission, as `TimelineFacts` has it. */
export type AttemptRow = TimelineFacts["attempts"][number];

/** Reads a message's unsuccessful submissions, in their order. */
export function attemptsStatement(id: string, limit: number): Sql {
  return sql`
    select carrier, state as outcome, error, submitted_at as at from carrier_submissions
    where message_id = ${id}::uuid and state in ('refused', 'elsewhere', 'unknown')
    order by attempt, part limit ${limit}`;
}

/** A report, as `TimelineFacts` has it. */
export type ReportRow = TimelineFacts["reports"][number];

/** Reads a message's reports in the order of their arrival. */
export function reportsStatement(id: string, limit: number): Sql {
  return sql`
    select status, status_code as code, error_code as error, reported_at as at from delivery_reports
    where message_id = ${id}::uuid order by received_at, id limit ${limit}`;
}

/** A webhook event, with the body, which names its subject. */
export type EventRow = Omit<TimelineFacts["deliveries"][number], "about"> & { body: string };

/** Reads the webhook events of an account's message in the order of creation. */
export function eventsStatement(accountId: number, id: string, limit: number): Sql {
  return sql`
    select w.body, w.state, w.earlier_attempts + w.attempts as attempts, w.created_at as "createdAt",
      w.attempted_at as "attemptedAt", w.attempted_url as url, w.response_code as "responseCode", w.error,
      w.duration_ms as "durationMs", w.due_at as "dueAt"
    from webhook_deliveries w where w.message_id = ${id}::uuid and w.account_id = ${accountId}
    order by w.created_at, w.id limit ${limit}`;
}

/** A reply, as `TimelineFacts` has it. */
export type ReplyRow = TimelineFacts["replies"][number];

/** Reads the replies to an account's message in the order of their arrival. */
export function repliesStatement(accountId: number, id: string, limit: number): Sql {
  return sql`
    select i.body as text, i.received_at as at from inbound_messages i
    where i.related_message_id = ${id}::uuid and i.account_id = ${accountId}
    order by i.received_at, i.id limit ${limit}`;
}

/** An unreadable report, as `TimelineFacts` has it. */
export type UnreadableRow = TimelineFacts["unreadable"][number];

/** Reads a carrier's unreadable reports from one of these numbers and within a time. */
export function unreadableStatement(
  carrier: string,
  msisdns: readonly string[],
  { from, until }: { from: Date; until: Date },
  limit: number,
): Sql {
  return sql`
    select carrier, raw, received_at as at from unreadable_reports
    where carrier = ${carrier} and kind = 'report' and msisdn = any(${msisdns}::text[])
      and received_at between ${from}::timestamptz and ${until}::timestamptz
    order by id limit ${limit}`;
}
