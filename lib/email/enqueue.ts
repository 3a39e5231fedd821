import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import type { EmailKind } from "@/lib/email/email-kinds";
import { enqueueEmailStatement } from "@/lib/email/enqueue.sql";

/**
 * Enqueues one email, in the transaction of the event that it reports (rules: notices by email).
 * @param email with the details of `lib/email/email-kinds` for the kind.
 */
export async function enqueueEmail(
  db: Queryable,
  email: { accountId: number; kind: EmailKind; details: object },
  now: Date,
): Promise<void> {
  await db.query(enqueueEmailStatement(email, now));
  db.wake("emails");
}

/** Encrypts details that the database alone must not reveal. They are decrypted when the email is sent. */
export function encryptedDetails(details: object, authSecret: string): { encrypted: string } {
  return { encrypted: encrypt(JSON.stringify(details), authSecret).toString("base64") };
}
