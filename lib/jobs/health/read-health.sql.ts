import { MAX_COUNTED } from "@/lib/contracts/admin/health";
import { type Sql, sql } from "@/lib/db/sql";
import { NEXT_DUE, queuedForAny } from "@/lib/queue/message-queue.sql";

/** The number of newest messages that are searched for the last submission and the last report. */
const NEWEST = 10_000;

/** The figures that one statement reads of the queues. Counts end at one more than is shown. */
export type Queues = {
  dispatchDue: number;
  dispatchOldestAt: Date | null;
  held: number;
  night: number;
  repliesDue: number;
  repliesOldestAt: Date | null;
  webhooksDue: number;
  webhooksOldestAt: Date | null;
  webhooksRetrying: number;
  webhooksKept: number;
  emailsDue: number;
  emailsOldestAt: Date | null;
  lastSubmittedAt: Date | null;
  lastReportAt: Date | null;
  sizeBytes: bigint;
  version: string;
};

/**
 * Reads the depths and ages of the queues. Each figure reads one partial index, only as far as it counts, or the
 * newest rows by their key. The indexes are `message_queue_due_idx`, `message_queue_held_idx`,
 * `auto_replies_due_idx`, `rule_actions_due_idx`, `webhook_deliveries_due_idx`, `webhook_deliveries_kept_idx`,
 * `emails_due_idx`, and the primary keys of submissions and reports.
 * @param morning the time until which messages to New Zealand wait; null by day.
 */
export function queuesStatement(now: Date, morning: Date | null): Sql {
  return sql`
    select
      ${count(queuedForAny(sql`q.due_at <= ${now}::timestamptz`))} as "dispatchDue",
      ${NEXT_DUE} as "dispatchOldestAt",
      ${count(sql`message_queue where held`)} as held,
      ${count(queuedForAny(sql`q.due_at = ${morning}::timestamptz`))} as night,
      ${count(sql`(
        select from auto_replies where due_at <= ${now}::timestamptz
        union all select from rule_actions where due_at <= ${now}::timestamptz) d`)} as "repliesDue",
      least((select min(due_at) from auto_replies where due_at is not null),
        (select min(due_at) from rule_actions where due_at is not null)) as "repliesOldestAt",
      ${count(sql`webhook_deliveries where due_at <= ${now}::timestamptz`)} as "webhooksDue",
      (select min(due_at) from webhook_deliveries where due_at is not null) as "webhooksOldestAt",
      ${count(sql`webhook_deliveries where due_at > ${now}::timestamptz`)} as "webhooksRetrying",
      ${count(sql`webhook_deliveries where state = 'pending' and due_at is null`)} as "webhooksKept",
      ${count(sql`emails where due_at <= ${now}::timestamptz`)} as "emailsDue",
      (select min(due_at) from emails where due_at is not null) as "emailsOldestAt",
      (select max(n.submitted_at) from (
        select submitted_at from carrier_submissions where state in ('accepted', 'delivered')
        order by message_id desc limit ${NEWEST}) n) as "lastSubmittedAt",
      (select max(n.received_at) from (
        select received_at from delivery_reports order by message_id desc limit ${NEWEST}) n) as "lastReportAt",
      pg_database_size(current_database()) as "sizeBytes",
      current_setting('server_version') as version`;
}

function count(rows: Sql): Sql {
  return sql`(select count(*)::int from (select 1 from ${rows} limit ${MAX_COUNTED + 1}) r)`;
}

/** An endpoint that is paused: it gets no events. */
export type PausedEndpoint = {
  accountId: number;
  name: string;
  kind: "inbound" | "report" | "further";
  /** The name of a further endpoint; null for another kind. */
  endpointName: string | null;
  pausedAt: Date;
};

/**
 * Reads the endpoints that are paused because all their deliveries failed, the longest pause first. An account has at
 * most twelve.
 */
export function pausedStatement(limit: number): Sql {
  return sql`
    select e.account_id as "accountId", a.name, e.kind, e.name as "endpointName", e.paused_at as "pausedAt"
    from webhook_endpoints e join accounts a on a.id = e.account_id
    where e.paused_at is not null and not e.paused_by_hand
    order by e.paused_at, e.account_id, e.kind, e.number limit ${limit}`;
}
