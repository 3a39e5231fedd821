import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import { FOR_THE_OWNER, FOR_THE_PERSON } from "@/lib/email/email-kinds";

/** An email that a worker has leased, with the account's current addresses for it. */
export type LeasedEmail = {
  id: string;
  accountId: number;
  to: string[];
  kind: string;
  details: unknown;
  createdAt: Date;
  attempts: number;
};

/** Claims due emails for a lease, the longest due first. */
export function claimStatement(now: Date, lease: Date, limit: number): Sql {
  return prepared(
    "email-claim",
    sql`
    with due as materialized (
      select id from emails where due_at <= ${now} order by due_at, id limit ${limit} for update skip locked
    )
    update emails e set due_at = ${lease}, attempts = least(e.attempts + 1, 32767)
    from due where ${hasKey(sql`e.id`, sql`due.id`)}
    returning e.id, e.account_id as "accountId",
      (select case when e.kind = any(${FOR_THE_PERSON}::text[]) then array[a.email]
          when a.notice_emails <> '{}' and e.kind <> all(${FOR_THE_OWNER}::text[]) then a.notice_emails
          else coalesce((
            -- The person who opened the account, as long as that person owns it; afterwards all owners.
            select case when bool_or(p.id = a.id) then array[a.email] else array_agg(p.email order by p.id) end
            from memberships m join accounts p on p.id = m.person_id
            where m.account_id = a.id and m.role = 'owner'), array[a.email]) end
        from accounts a where a.id = e.account_id) as "to",
      e.kind, e.details, e.created_at as "createdAt", e.attempts`,
  );
}

/** The outcome of an attempt. `settled`: the recipients that get no repeat; null for no change. */
export type AttemptResult = {
  sentAt: Date | null;
  nextAt: Date | null;
  error: string | null;
  settled: readonly string[] | null;
};

/**
 * Records the outcome of an email, if its worker still has the lease. Without `sentAt` and `nextAt` it is given up.
 */
export function finishStatement(
  id: string,
  lease: Date,
  { sentAt, nextAt, error, settled }: AttemptResult,
): Sql {
  const news = JSON.stringify(settled === null ? {} : { settled });
  return prepared(
    "email-finish",
    sql`
    update emails set due_at = ${nextAt}::timestamptz, sent_at = ${sentAt}::timestamptz, error = ${error},
      details = details || ${news}::jsonb
    where id = ${id}::uuid and due_at = ${lease}::timestamptz
    returning 1`,
  );
}

/** The time at which the next email is due, leased ones included. */
export const NEXT_STATEMENT: Sql = prepared(
  "email-next",
  sql`select min(due_at) as at from emails where due_at is not null`,
);
