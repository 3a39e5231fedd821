import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/** An answer that a worker has leased. */
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

/** The account that an answer is sent for, and whether the number has opted out. A disabled account has no row. */
export type ReplierRow = Caller & { optedOut: boolean };

/** Reads one `ReplierRow`, or none. */
export function replierStatement({ accountId, msisdn }: ClaimedReply): Sql {
  return prepared(
    "auto-reply-account",
    sql`
    select ${callerColumns()}, exists (select from blocked_numbers b
        where b.account_id = a.id and b.msisdn = ${msisdn}::text and b.active offset 0) as "optedOut"
    from accounts a where a.id = ${accountId}::int and a.status = 'active'`,
  );
}

/** The outcome of an answer, and the id of its message if it was sent. */
export type ReplyOutcome =
  | { outcome: "sent"; messageId: string }
  | { outcome: "unfunded" | "opted_out" | "refused" | "late"; messageId: null };

/** Records the outcome of an answer if its worker still has the lease. Returns a row if it does. */
export function settleStatement(inboundId: string, lease: Date, { outcome, messageId }: ReplyOutcome): Sql {
  return prepared(
    "auto-reply-settle",
    sql`
    update auto_replies set due_at = null, text = null, outcome = ${outcome}::text, message_id = ${messageId}::uuid
    where inbound_id = ${inboundId}::uuid and due_at = ${lease}::timestamptz
    returning 1`,
  );
}

/** Returns one row if an account has an activity of this kind since an instant. */
export function toldStatement(accountId: number, action: string, since: Date): Sql {
  return sql`
    select 1 from activities where account_id = ${accountId} and at > ${since} and action = ${action} limit 1`;
}

/** Reads the time at which the next answer is due, including leased ones. */
export const NEXT_STATEMENT: Sql = prepared(
  "auto-reply-next",
  sql`select min(due_at) as at from auto_replies where due_at is not null`,
);
