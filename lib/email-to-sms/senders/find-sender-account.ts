import type { Caller } from "@/lib/auth/callers/caller";
import type { Queryable } from "@/lib/db/client";
import type { EmailAddress } from "@/lib/email-to-sms/reading/address";
import {
  type SenderAccountRow,
  senderAccountStatement,
} from "@/lib/email-to-sms/senders/find-sender-account.sql";

/** The account that an email is sent for, and how. */
export type SenderAccount = {
  caller: Caller;
  /** Whether it has email to SMS set up and switched on. */
  enabled: boolean;
  messageClass: "transactional" | "marketing";
  rateCode: string | null;
  /** The shortcode to send from; null: the account's default. */
  from: string | null;
};

/**
 * The account that has confirmed an address, or its domain (rules: email senders): the address itself goes first. An
 * account that is disabled has no senders. By the index of confirmed senders, of which each is one account's.
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
