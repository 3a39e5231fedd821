import { authSecret } from "@/lib/crypto/auth-secret";
import type { Transaction } from "@/lib/db/client";
import { encryptedDetails } from "@/lib/email/enqueue";
import { type Forwarded, forwardStatement } from "@/lib/replies/answers/forward.sql";

/** How many texts an account is emailed within a day (rules: forwarded texts). */
const MAX_A_DAY = 100;

const DAY_MS = 24 * 3_600_000;

/** A text that a rule emails. */
export type Forward = {
  accountId: number;
  inboundId: string;
  number: string;
  shortcode: string;
  text: string;
  rule: string;
};

/**
 * Puts texts on their way to their accounts by email, in the transaction that stores them: a text that a carrier brings
 * again is not stored again, and so not emailed again. Those beyond the day's bound stay in the Inbox alone.
 * @returns the messages that are emailed.
 */
export async function forwardTexts(
  tx: Transaction,
  texts: readonly Forward[],
  now: Date,
): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const secret = authSecret();
  const emails = texts.map(
    ({ accountId, inboundId, ...details }): Forwarded => ({
      accountId,
      id: inboundId,
      details: JSON.stringify(encryptedDetails(details, secret)),
    }),
  );
  const since = new Date(now.getTime() - DAY_MS);
  const written = await tx.query<{ id: string }>(forwardStatement(emails, { most: MAX_A_DAY, since }, now));
  tx.wake("emails");
  return new Set(written.map(({ id }) => id));
}
