import { type Sql, sql } from "@/lib/db/sql";

/** A sender before another link is sent, locked until the transaction ends. */
export type LockedSender = { confirmedAt: Date | null; tokenEndsAt: Date | null };

/** Locks a sender on an account's list and returns it, as `LockedSender`. */
export function lockSenderStatement(accountId: number, sender: string): Sql {
  return sql`
    select confirmed_at as "confirmedAt", token_ends_at as "tokenEndsAt" from email_senders
    where account_id = ${accountId} and sender = ${sender} for update`;
}
