import type { Outgoing, Submitted } from "@/lib/carriers/carrier";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A message that a worker holds. `blocked`: its recipient opted out, and it is finished already. */
export type Claimed = Outgoing & { attempts: number; firstDueAt: Date; blocked: boolean };

/**
 * Claims due messages for a lease. Where the recipient has opted out since acceptance the message is finished as
 * BLOCKED in the same statement.
 */
export function claimStatement(now: Date, lease: Date, limit: number): Sql {
  return prepared(
    "dispatch-claim",
    sql`
    with due as materialized (
      select id, due_at from messages where due_at <= ${now} order by due_at, id limit ${limit} for update skip locked
    ), judged as (
      select m.id, due.due_at as was_due_at, exists (
        select 1 from blocked_numbers n where n.account_id = m.account_id and n.msisdn = m.msisdn and n.active
      ) as opted_out
      from due join messages m on m.id = due.id
    ), claimed as (
      update messages m set
        due_at = case when opted_out then null else ${lease}::timestamptz end,
        attempts = m.attempts + 1,
        first_due_at = coalesce(m.first_due_at, m.due_at),
        status = case when opted_out then 'BLOCKED' else m.status end,
        status_code = case when opted_out then -1 else m.status_code end,
        status_at = case when opted_out then ${now}::timestamptz else m.status_at end,
        blocked_reason = case when opted_out then 'unsubscribed' else m.blocked_reason end
      from judged j where m.id = j.id
      returning m.id, m.sender, m.msisdn, m.body, m.encoding, m.attempts,
        m.first_due_at as "firstDueAt", j.opted_out as blocked, j.was_due_at
    )
    select id, sender, msisdn, body, encoding, attempts, "firstDueAt", blocked from claimed
    order by was_due_at, id`,
  );
}

/** What a message that could not be delivered to any network is reported with (spec 6: undeliverable). */
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
        status = case when o.outcome = 'refused' then 'FAILED' else m.status end,
        status_code = case when o.outcome = 'refused' then ${REFUSED_CODE} else m.status_code end,
        status_at = case when o.outcome = 'refused' then ${now}::timestamptz else m.status_at end
      from unnest(
        ${outcomes.map(({ id }) => id)}::uuid[],
        ${outcomes.map(({ outcome }) => outcome)}::text[],
        ${outcomes.map((o) => ("reference" in o ? o.reference : null))}::text[],
        ${outcomes.map(({ retryAt }) => retryAt ?? null)}::timestamptz[]
      ) as o (id, outcome, reference, retry_at)
      where m.id = o.id and m.due_at = ${lease}::timestamptz
      returning 1
    )
    select count(*)::int as written from finished`,
  );
}
