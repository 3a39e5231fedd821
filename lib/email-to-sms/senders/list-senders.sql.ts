import { MAX_SENDERS } from "@/lib/contracts/members/email-senders";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** Reads the addresses and domains on an account's list, as `SenderRow`. */
export function emailSendersStatement(accountId: number): Sql {
  return sql`
    select sender, added_at as "addedAt", confirmed_at as "confirmedAt", token_ends_at as "tokenEndsAt"
    from email_senders where account_id = ${accountId} order by sender limit ${literal(MAX_SENDERS)}`;
}
