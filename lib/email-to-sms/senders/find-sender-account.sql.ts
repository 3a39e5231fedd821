import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** An account that has confirmed a sender, with its settings of email to SMS. `messageClass` is null if it has none. */
export type SenderAccountRow = Caller & {
  enabled: boolean;
  messageClass: "transactional" | "marketing" | null;
  rateCode: string | null;
  from: string | null;
};

/** Reads the account that has confirmed an address, or else its domain, as `SenderAccountRow`. */
export function senderAccountStatement(address: string, domain: string): Sql {
  return prepared(
    "email-sender-account",
    sql`
    select ${callerColumns()}, coalesce(i.enabled, false) as enabled, i.message_class as "messageClass",
      i.rate_code as "rateCode", s.number as "from"
    from email_senders e
    join accounts a on a.id = e.account_id and a.status = 'active'
    left join integrations i on i.account_id = a.id and i.kind = 'email_to_sms'
    left join shortcodes s on s.id = i.shortcode_id
    where e.sender in (${address}, ${`@${domain}`}) and e.confirmed_at is not null
    order by e.sender = ${address} desc limit 1`,
  );
}
