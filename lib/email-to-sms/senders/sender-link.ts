import { countFailure } from "@/lib/auth/limits/auth-failures";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { encryptedDetails, enqueueEmail } from "@/lib/email/enqueue";
import { type LockedSender, lockSenderStatement } from "@/lib/email-to-sms/senders/sender-link.sql";
import { confirmedAt } from "@/lib/email-to-sms/senders/sender-name";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";

/**
 * The time for which a link that confirms a sender is valid (rules: email senders): a postmaster's mail is not read
 * every day.
 */
const LINK_LIFETIME_MS = 3 * 24 * 3_600_000;

/** The shortest time between two links. */
const LINK_PAUSE_MS = 60_000;

/** A sender on an account's list. */
export type AccountSender = { account: { accountId: number; name: string }; sender: string };

/**
 * Counts a link against the limits of the recipient and of the requesting address, so that no caller can fill a
 * mailbox. It runs outside of the transaction that sends the link: a rejected request counts too.
 * @throws GatewayError `too_many_requests`.
 */
export async function countLink(db: Queryable, sender: string, address: string, now: Date): Promise<void> {
  await countFailure(db, { kind: "sender", name: sender, address }, now).catch((error) => {
    if (!(error instanceof GatewayError)) throw error;
    throw new GatewayError("too_many_requests", "Too many links requested. Try again later.", {
      ...error.headers,
    });
  });
}

/**
 * Queues the link that confirms a sender, in place of the previous one.
 * @param tx a transaction, with the row on the list.
 */
export async function sendLink(
  tx: Queryable,
  { account, sender }: AccountSender,
  authSecret: string,
  now: Date,
): Promise<void> {
  const token = newToken(tx.cell);
  const endsAt = new Date(now.getTime() + LINK_LIFETIME_MS);
  await tx.prisma.emailSender.updateMany({
    where: { accountId: account.accountId, sender },
    data: { tokenHash: new Uint8Array(hashSecret(token)), tokenEndsAt: endsAt },
  });
  const details = { to: confirmedAt(sender), sender, account: account.name, token };
  await enqueueEmail(
    tx,
    { accountId: account.accountId, kind: "email_sender", details: encryptedDetails(details, authSecret) },
    now,
  );
}

/**
 * Sends another link for a sender that is not confirmed yet.
 * @throws GatewayError `not_found`, `conflict` if it is confirmed, `too_many_requests` right after another link.
 */
export async function resendLink(
  tx: Queryable,
  { account, sender }: AccountSender,
  authSecret: string,
  now: Date,
): Promise<void> {
  const [row] = await tx.query<LockedSender>(lockSenderStatement(account.accountId, sender));
  if (!row) throw new GatewayError("not_found", `${sender} is not on the list.`);
  if (row.confirmedAt) throw new GatewayError("conflict", `${sender} is already confirmed.`);
  const sentAtMs = (row.tokenEndsAt?.getTime() ?? 0) - LINK_LIFETIME_MS;
  if (sentAtMs > now.getTime() - LINK_PAUSE_MS) {
    throw new GatewayError("too_many_requests", "A link was just sent. Wait a minute.", {
      "Retry-After": "60",
    });
  }
  await sendLink(tx, { account, sender }, authSecret, now);
}
