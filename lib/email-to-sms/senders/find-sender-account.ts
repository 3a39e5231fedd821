import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import type { Queryable } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import type { EmailAddress } from "@/lib/email-to-sms/reading/address";

/** The account that an e-mail is sent for, and how. */
export type SenderAccount = {
  caller: Caller;
  /** Whether it has e-mail to SMS set up and switched on. */
  enabled: boolean;
  messageClass: "transactional" | "marketing";
  rateCode: string | null;
  /** The shortcode to send from; null: the account's default. */
  from: string | null;
};

type Row = Caller &
  Omit<SenderAccount, "caller" | "messageClass"> & {
    messageClass: SenderAccount["messageClass"] | null;
  };

/**
 * The account that has confirmed an address, or its domain (rules: email senders): the address itself goes first. An
 * account that is disabled has no senders. By the index of confirmed senders, of which each is one account's.
 */
export async function findSenderAccount(
  db: Queryable,
  { address, domain }: EmailAddress,
): Promise<SenderAccount | null> {
  const [row] = await db.query<Row>(
    prepared(
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
    ),
  );
  if (!row) return null;
  const { enabled, messageClass, rateCode, from, ...caller } = row;
  return { caller, enabled, messageClass: messageClass ?? "transactional", rateCode, from };
}
