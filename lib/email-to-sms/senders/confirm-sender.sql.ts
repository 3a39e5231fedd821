import { type Sql, sql } from "@/lib/db/sql";

/** Confirms the sender that a link is for, where the link still opens: a row of `sender` and `accountId`. */
export function confirmSenderStatement(tokenHash: Buffer, now: Date): Sql {
  return sql`
    update email_senders e set confirmed_at = ${now}, token_hash = null, token_ends_at = null
    from accounts a
    where e.token_hash = ${tokenHash} and e.token_ends_at > ${now} and e.confirmed_at is null
      and a.id = e.account_id and a.status = 'active'
    returning e.sender, e.account_id as "accountId"`;
}
