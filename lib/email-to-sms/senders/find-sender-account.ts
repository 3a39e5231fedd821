import type { Caller } from "@/lib/auth/callers/caller";
import type { Queryable } from "@/lib/db/client";
import type { EmailAddress } from "@/lib/email-to-sms/reading/address";
import {
  type SenderAccountRow,
  senderAccountStatement,
} from "@/lib/email-to-sms/senders/find-sender-account.sql";

/** The account that an email is sent for, with its settings. */
export type SenderAccount = {
  caller: Caller;
  /** True if it has set up email to SMS and switched it on. */
  enabled: boolean;
  messageClass: "transactional" | "marketing";
  rateCode: string | null;
  /** The shortcode to send from; null for the account's default. */
  from: string | null;
};

/**
 * Finds the account that has confirmed an address, or else its domain (rules: email senders). A disabled account has
 * no senders. It uses the index of confirmed senders, each of which belongs to one account.
 */
export async function findSenderAccount(
  db: Queryable,
  { address, domain }: EmailAddress,
): Promise<SenderAccount | null> {
  const [row] = await db.query<SenderAccountRow>(senderAccountStatement(address, domain));
  if (!row) return null;
  const { enabled, messageClass, rateCode, from, ...caller } = row;
  return { caller, enabled, messageClass: messageClass ?? "transactional", rateCode, from };
}
