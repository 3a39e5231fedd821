import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/** An answer that a worker holds. */
export type ClaimedReply = {
  inboundId: string;
  accountId: number;
  msisdn: string;
  shortcode: string;
  ruleName: string;
  text: string;
  unicode: boolean;
  createdAt: Date;
};

/** Claims due answers for a lease, the longest due first. */
export function claimStatement(now: Date, lease: Date, limit: number): Sql {
  return prepared(
    "auto-reply-claim",
    sql`
    with due as materialized (
      select inbound_id from auto_replies where due_at <= ${now} order by due_at, inbound_id limit ${limit}
      for update skip locked
    )
    update auto_replies r set due_at = ${lease}
    from due where ${hasKey(sql`r.inbound_id`, sql`due.inbound_id`)}
    returning r.inbound_id as "inboundId", r.account_id as "accountId", r.msisdn, r.shortcode,
      r.rule_name as "ruleName", r.text, r.unicode, r.created_at as "createdAt"`,
  );
}

/** The account that an answer is sent for, and whether the number has opted out; no row for one that is disabled. */
export type ReplierRow = Caller & { optedOut: boolean };

/** Gives one `ReplierRow`, or none. */
export function replierStatement({ accountId, msisdn }: ClaimedReply): Sql {
  return prepared(
    "auto-reply-account",
    sql`
    select ${callerColumns()}, exists (select from blocked_numbers b
        where b.account_id = a.id and b.msisdn = ${msisdn}::text and b.active offset 0) as "optedOut"
    from accounts a where a.id = ${accountId}::int and a.status = 'active'`,
  );
}

/** What became of an answer; its message where it was sent. */
export type Settled =
  | { outcome: "sent"; messageId: string }
  | { outcome: "unfunded" | "opted_out" | "refused" | "late"; messageId: null };

/** Settles an answer, if the lease is still its worker's own: one row if it is. */
export function settleStatement(inboundId: string, lease: Date, { outcome, messageId }: Settled): Sql {
  return prepared(
    "auto-reply-settle",
    sql`
    update auto_replies set due_at = null, text = null, outcome = ${outcome}::text, message_id = ${messageId}::uuid
    where inbound_id = ${inboundId}::uuid and due_at = ${lease}::timestamptz
    returning 1`,
  );
}

/** Whether an account has a line of activity that an answer was not sent, since an instant: one row if it has. */
export function toldStatement(accountId: number, action: string, since: Date): Sql {
  return sql`
    select 1 from activities where account_id = ${accountId} and at > ${since} and action = ${action} limit 1`;
}

/** When the next answer is due, leased ones included. */
export const NEXT_STATEMENT: Sql = prepared(
  "auto-reply-next",
  sql`select min(due_at) as at from auto_replies where due_at is not null`,
);
