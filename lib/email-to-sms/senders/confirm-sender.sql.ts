import { type Sql, sql } from "@/lib/db/sql";

/**
 * Locks the account of a link, so that it cannot be disabled meanwhile. The account is locked before its sender, as
 * in disabling an account.
 */
export function holdAccountStatement(tokenHash: Buffer): Sql {
  return sql`
    select 1 from email_senders e join accounts a on a.id = e.account_id where e.token_hash = ${tokenHash}
    for key share of a`;
}

/** Confirms the sender of a link if the link is still valid: a row of `sender` and `accountId`. */
export function confirmSenderStatement(tokenHash: Buffer, now: Date): Sql {
  return sql`
    update email_senders e set confirmed_at = ${now}, token_hash = null, token_ends_at = null
    from accounts a
    where e.token_hash = ${tokenHash} and e.token_ends_at > ${now} and e.confirmed_at is null
      and a.id = e.account_id and a.status = 'active'
    returning e.sender, e.account_id as "accountId"`;
}
