import type { Outgoing, Submitted } from "@/lib/carriers/carrier";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { NEW_ZEALAND } from "@/lib/sms/msisdn";
import type { DeliveryStatus } from "@/lib/sms/status";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/**
 * A due message as a worker finds it. `submit`: the worker holds it for its lease. `blocked`: its recipient has opted
 * out, and it is finished already. `postponed`: it is night, and it is back in the queue for the morning.
 */
export type Claimed = Omit<Outgoing, "maskedBody"> & {
  sealedBody: Buffer | null;
  attempts: number;
  firstTriedAt: Date;
  fate: "submit" | "blocked" | "postponed";
};

/** The part of a batch kept for what has just been accepted, so that a long queue does not hold it up. */
const FRESH_SHARE = 0.25;

/** How many places of a batch are for what has waited longest, and how many for what is newest. */
export function placesOf(batch: number): { waiting: number; fresh: number } {
  const fresh = Math.floor(batch * FRESH_SHARE);
  return { waiting: batch - fresh, fresh };
}

/**
 * Claims due messages for a lease: the longest due, and beside them the newest of those that were to go out at once. What must not go out any more is dealt with in
 * the same statement.
 * @param morning when messages to New Zealand may go out again; null by day. One-time codes never wait.
 */
export function claimStatement(now: Date, lease: Date, morning: Date | null, limit: number): Sql {
  const { waiting, fresh } = placesOf(limit);
  return prepared(
    "dispatch-claim",
    sql`
    with waiting as materialized (
      select id, due_at from messages where due_at <= ${now}
      order by due_at, id limit ${waiting} for update skip locked
    ), fresh as materialized (
      select id, due_at from messages where due_at = accepted_at and due_at <= ${now}
      order by due_at desc, id desc limit ${fresh} for update skip locked
    ), due as (
      select * from waiting union select * from fresh
    ), judged as materialized (
      select m.id, due.due_at as was_due_at,
        case
          when exists (select 1 from blocked_numbers n
            where n.account_id = m.account_id and n.msisdn = m.msisdn and n.active) then 'blocked'
          when ${morning}::timestamptz is not null and m.send_type <> 'otp' and m.msisdn like ${`${NEW_ZEALAND}%`}
            then 'postponed'
          else 'submit'
        end as fate
      from due join messages m on m.id = due.id
    ), claimed as (
      update messages m set
        due_at = case fate when 'submit' then ${lease}::timestamptz when 'postponed' then ${morning}::timestamptz end,
        attempts = case fate when 'submit' then least(m.attempts + 1, 32767) else m.attempts end,
        first_tried_at = case fate when 'submit' then coalesce(m.first_tried_at, ${now}) else m.first_tried_at end,
        status = case fate when 'blocked' then 'BLOCKED' else m.status end,
        status_code = case fate when 'blocked' then -1 else m.status_code end,
        status_at = case fate when 'blocked' then ${now}::timestamptz else m.status_at end,
        blocked_reason = case fate when 'blocked' then 'unsubscribed' else m.blocked_reason end,
        sealed_body = case fate when 'blocked' then null else m.sealed_body end
      from judged j where m.id = j.id
      returning m.id, m.sender, m.msisdn, m.body, m.sealed_body as "sealedBody", m.encoding, m.attempts,
        m.first_tried_at as "firstTriedAt", j.fate, j.was_due_at, m.account_id, m.customer_message_id
    ), announced as (
      ${enqueueReports(ended(sql`c`, "BLOCKED", -1, sql`'unsubscribed'`, now), sql`claimed c`, sql`c.fate = 'blocked'`, now)}
    )
    select id, sender, msisdn, body, "sealedBody", encoding, attempts, "firstTriedAt", fate from claimed order by was_due_at, id`,
  );
}

/** What a message that no network took is reported with (spec 6: undeliverable). */
const REFUSED_CODE = 16;

/**
 * Records what became of claimed messages. A message whose lease another worker has since taken over is left to it;
 * the row says how many were written.
 */
export function finishStatement(
  outcomes: readonly (Submitted & { retryAt?: Date })[],
  carrier: string,
  lease: Date,
  now: Date,
): Sql {
  return prepared(
    "dispatch-finish",
    sql`
    with finished as (
      update messages m set
        due_at = o.retry_at,
        carrier = case when o.outcome = 'accepted' then ${carrier} else m.carrier end,
        carrier_reference = o.reference,
        submitted_at = case when o.outcome = 'accepted' then ${now}::timestamptz else m.submitted_at end,
        sealed_body = case when o.outcome = 'unknown' then m.sealed_body end,
        status = case when o.outcome = 'refused' then 'FAILED' else m.status end,
        status_code = case when o.outcome = 'refused' then ${REFUSED_CODE} else m.status_code end,
        status_at = case when o.outcome = 'refused' then ${now}::timestamptz else m.status_at end
      from unnest(
        ${outcomes.map(({ id }) => id)}::uuid[],
        ${outcomes.map(({ outcome }) => outcome)}::text[],
        ${outcomes.map((o) => ("reference" in o ? storable(o.reference) : null))}::text[],
        ${outcomes.map(({ retryAt }) => retryAt ?? null)}::timestamptz[]
      ) as o (id, outcome, reference, retry_at)
      where m.id = o.id and m.due_at = ${lease}::timestamptz
      returning m.id, m.account_id, m.customer_message_id, o.outcome
    ), announced as (
      ${enqueueReports(ended(sql`f`, "FAILED", REFUSED_CODE, sql`null`, now), sql`finished f`, sql`f.outcome = 'refused'`, now)}
    )
    select count(*)::int as written from finished`,
  );
}

/** The report of a message that no network has seen, of the rows of `table`. */
function ended(
  table: Sql,
  status: DeliveryStatus,
  code: number,
  blockedReason: Sql,
  now: Date,
): ReportColumns {
  return {
    accountId: sql`${table}.account_id`,
    messageId: sql`${table}.id`,
    status: sql`${status}::text`,
    statusCode: sql`${code}::int`,
    at: sql`${now}::timestamptz`,
    carrier: sql`null`,
    carrierReference: sql`null`,
    customerMessageId: sql`${table}.customer_message_id`,
    blockedReason,
  };
}

/** A text from a network without what PostgreSQL refuses: one odd reference must not hold up a batch. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
