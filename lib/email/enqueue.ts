import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import type { EmailKind } from "@/lib/email/email-kinds";
import { enqueueEmailStatement } from "@/lib/email/enqueue.sql";

/**
 * Puts one email on its way; in a transaction, with what it tells of (rules: notices by email).
 * @param email with the details that `lib/email/email-kinds` wants for the kind.
 */
export async function enqueueEmail(
  db: Queryable,
  email: { accountId: number; kind: EmailKind; details: object },
  now: Date,
): Promise<void> {
  await db.query(enqueueEmailStatement(email, now));
  db.wake("emails");
}

/** Details that whoever has the database must not read: encrypted in the row, opened when the email is sent. */
export function encryptedDetails(details: object, authSecret: string): { encrypted: string } {
  return { encrypted: encrypt(JSON.stringify(details), authSecret).toString("base64") };
}
