import { MAX_SENDERS } from "@/lib/contracts/members/email-senders";
import { type Sql, sql } from "@/lib/db/sql";

/**
 * Inserts a sender into an account's list, as `SenderRow`. Returns no row if it is on the list already, or if the
 * list is full.
 */
export function addSenderStatement(
  accountId: number,
  sender: string,
  confirmedAt: Date | null,
  now: Date,
): Sql {
  return sql`
    insert into email_senders (account_id, sender, added_at, confirmed_at)
    select ${accountId}, ${sender}, ${now}::timestamptz, ${confirmedAt}::timestamptz
    where (select count(*) from email_senders where account_id = ${accountId}) < ${MAX_SENDERS}::int
    on conflict (account_id, sender) do nothing
    returning sender, added_at as "addedAt", confirmed_at as "confirmedAt", token_ends_at as "tokenEndsAt"`;
}
