import type { Queryable } from "@/lib/db/client";
import { encryptedDetails, enqueueEmail } from "@/lib/email/enqueue";

/** The answer of a phone, and the email that its text came from. */
export type EmailedReply = {
  accountId: number;
  msisdn: string;
  body: string;
  email: { sender: string; id: string | null; subject: string | null };
};

/**
 * Enqueues answers to the senders of the emails, in the transaction that stores the answers (rules: email replies).
 */
export async function mailReplies(
  tx: Queryable,
  replies: readonly EmailedReply[],
  authSecret: string,
  now: Date,
): Promise<void> {
  for (const { accountId, msisdn, body, email } of replies) {
    const details = {
      to: email.sender,
      number: msisdn,
      text: body,
      emailId: email.id,
      subject: email.subject,
    };
    await enqueueEmail(
      tx,
      { accountId, kind: "sms_reply", details: encryptedDetails(details, authSecret) },
      now,
    );
  }
}
